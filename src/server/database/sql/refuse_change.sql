-- Refuses changes and deletions in tables whose rows are written once and never change.
create or replace function refuse_change()
returns trigger
language plpgsql
as $$
begin
  raise exception '% may not be changed or deleted', tg_table_name using errcode = 'restrict_violation';
end
$$;

create or replace trigger transfers_never_change before delete or update or truncate on transfers
for each statement execute function refuse_change();
create or replace trigger journals_never_change before delete or update or truncate on journals
for each statement execute function refuse_change();
create or replace trigger physical_packs_never_deleted before delete or truncate on physical_packs
for each statement execute function refuse_change();
create or replace trigger openings_never_change before delete or update or truncate on openings
for each statement execute function refuse_change();
create or replace trigger payments_never_deleted before delete or truncate on payments
for each statement execute function refuse_change();
create or replace trigger refunds_never_deleted before delete or truncate on refunds
for each statement execute function refuse_change();
create or replace trigger shipments_never_deleted before delete or truncate on shipments
for each statement execute function refuse_change();
create or replace trigger shipment_cards_never_deleted before delete or truncate on shipment_cards
for each statement execute function refuse_change();
create or replace trigger audit_log_never_changes before delete or update or truncate on audit_log
for each statement execute function refuse_change();
create or replace trigger pack_returns_never_change before delete or update or truncate on pack_returns
for each statement execute function refuse_change();
create or replace trigger trials_never_change before delete or update or truncate on trials
for each statement execute function refuse_change();
create or replace trigger disputes_never_deleted before delete or truncate on disputes
for each statement execute function refuse_change();
create or replace trigger dispute_cards_never_change before delete or update or truncate on dispute_cards
for each statement execute function refuse_change();
create or replace trigger money_questions_never_deleted before delete or truncate on money_questions
for each statement execute function refuse_change();
create or replace trigger provider_movements_never_deleted before delete or truncate on provider_movements
for each statement execute function refuse_change();
create or replace trigger refund_parts_never_change before delete or update or truncate on refund_parts
for each statement execute function refuse_change();
create or replace trigger dispute_parts_never_change before delete or update or truncate on dispute_parts
for each statement execute function refuse_change();
create or replace trigger dispute_fees_never_change before delete or update or truncate on dispute_fees
for each statement execute function refuse_change();
create or replace trigger refund_debts_never_change before delete or update or truncate on refund_debts
for each statement execute function refuse_change();
create or replace trigger physical_cards_never_deleted before delete or truncate on physical_cards
for each statement execute function refuse_change();
create or replace trigger card_labels_never_change before delete or update or truncate on card_labels
for each statement execute function refuse_change();
create or replace trigger retired_labels_never_change before delete or update or truncate on retired_labels
for each statement execute function refuse_change();
create or replace trigger pack_secrets_never_change before delete or update or truncate on pack_secrets
for each statement execute function refuse_change();
create or replace trigger cards_never_deleted before delete or truncate on cards
for each statement execute function refuse_change();
create or replace trigger cards_keep_their_id before update of id on cards
for each statement execute function refuse_change();
create or replace trigger ledger_accounts_never_deleted before delete or truncate on ledger_accounts
for each statement execute function refuse_change();
create or replace trigger reservations_never_deleted before delete or truncate on reservations
for each statement execute function refuse_change();
create or replace trigger reservations_keep_their_user before update of id, user_id on reservations
for each statement execute function refuse_change();
create or replace trigger places_never_deleted before delete or truncate on places
for each statement execute function refuse_change();
create or replace trigger ledger_accounts_stay_what_they_are before update of id, owner_id, debtor_id on ledger_accounts
for each statement execute function refuse_change();
create or replace trigger pictures_never_change before update or truncate on pictures
for each statement execute function refuse_change();
create or replace trigger picture_files_never_change before update or truncate on picture_files
for each statement execute function refuse_change();
create or replace trigger shop_settings_never_change before delete or update or truncate on shop_settings
for each statement execute function refuse_change();
create or replace trigger shop_texts_never_change before delete or update or truncate on shop_texts
for each statement execute function refuse_change();
create or replace trigger tax_settings_never_change before delete or update or truncate on tax_settings
for each statement execute function refuse_change();
create or replace trigger sales_places_never_change before delete or update or truncate on sales_places
for each statement execute function refuse_change();
create or replace trigger consents_never_change before delete or update or truncate on consents
for each statement execute function refuse_change();
create or replace trigger breaks_never_change before delete or update or truncate on breaks
for each statement execute function refuse_change();
create or replace trigger own_limits_never_deleted before delete or truncate on own_limits
for each statement execute function refuse_change();
create or replace trigger barred_accounts_never_deleted before delete or truncate on barred_accounts
for each statement execute function refuse_change();
create or replace trigger age_confirmations_never_change before delete or update or truncate on age_confirmations
for each statement execute function refuse_change();
create or replace trigger documents_never_change before delete or update or truncate on documents
for each statement execute function refuse_change();
create or replace trigger parcel_tariffs_never_change before delete or update or truncate on parcel_tariffs
for each statement execute function refuse_change();
create or replace trigger parcel_zones_never_change before delete or update or truncate on parcel_zones
for each statement execute function refuse_change();
create or replace trigger parcel_services_never_change before delete or update or truncate on parcel_services
for each statement execute function refuse_change();
create or replace trigger shipping_quotes_never_change before update or truncate on shipping_quotes
for each statement execute function refuse_change();
create or replace trigger shipment_labels_never_deleted before delete or truncate on shipment_labels
for each statement execute function refuse_change();
create or replace trigger tax_calculations_never_truncated before truncate on tax_calculations
for each statement execute function refuse_change();
create or replace trigger tax_reversals_never_change before delete or update or truncate on tax_reversals
for each statement execute function refuse_change();
create or replace trigger document_buyers_never_truncated before truncate on document_buyers
for each statement execute function refuse_change();
create or replace trigger card_reminders_never_change before delete or update or truncate on card_reminders
for each statement execute function refuse_change();
create or replace trigger card_losses_never_change before delete or update or truncate on card_losses
for each statement execute function refuse_change();
create or replace trigger parcel_losses_never_change before delete or update or truncate on parcel_losses
for each statement execute function refuse_change();
create or replace trigger parcel_holds_never_deleted before delete or truncate on parcel_holds
for each statement execute function refuse_change();
create or replace trigger place_questions_never_deleted before delete or truncate on place_questions
for each statement execute function refuse_change();
create or replace trigger logs_never_change before delete or update or truncate on logs
for each statement execute function refuse_change();
create or replace trigger log_entries_never_change before delete or update or truncate on log_entries
for each statement execute function refuse_change();
create or replace trigger log_nodes_never_change before delete or update or truncate on log_nodes
for each statement execute function refuse_change();
create or replace trigger log_checkpoints_never_change before delete or update or truncate on log_checkpoints
for each statement execute function refuse_change();
create or replace trigger log_cosignatures_never_change before delete or update or truncate on log_cosignatures
for each statement execute function refuse_change();
create or replace trigger beacons_never_change before delete or update or truncate on beacons
for each statement execute function refuse_change();
create or replace trigger tickets_never_deleted before delete or truncate on tickets
for each statement execute function refuse_change();
create or replace trigger drop_leaves_never_deleted before delete or truncate on drop_leaves
for each statement execute function refuse_change();
create or replace trigger drops_never_deleted before delete or truncate on drops
for each statement execute function refuse_change();
create or replace trigger reservations_keep_their_refs before update of refs on reservations
for each statement execute function refuse_change();
create or replace trigger opened_packs_never_change before delete or update or truncate on opened_packs
for each statement execute function refuse_change();
create or replace trigger document_files_never_truncated before truncate on document_files
for each statement execute function refuse_change();
create or replace trigger return_requests_never_deleted before delete or truncate on return_requests
for each statement execute function refuse_change();
create or replace trigger orders_keep_their_return_limits before update of has_return_limits on orders
for each statement execute function refuse_change();
create or replace trigger refunds_keep_who_asked before update of is_by_button on refunds
for each statement execute function refuse_change();
create or replace trigger top_up_gifts_never_change before delete or update or truncate on top_up_gifts
for each statement execute function refuse_change();
create or replace trigger credit_returns_never_deleted before delete or truncate on credit_returns
for each statement execute function refuse_change();
create or replace trigger credit_returns_keep_who_asked before update of id, user_id, is_by_button, asked_at on credit_returns
for each statement execute function refuse_change();
create or replace trigger credit_returns_decided_for_good before update on credit_returns
for each row when (old.state <> 'asked') execute function refuse_change();
create or replace trigger shop_opening_never_changes before delete or update or truncate on shop_opening
for each statement execute function refuse_change();
create or replace trigger house_cards_never_deleted before delete or truncate on house_cards
for each statement execute function refuse_change();
create or replace trigger order_singles_never_deleted before delete or truncate on order_singles
for each statement execute function refuse_change();
create or replace trigger house_card_moves_never_change before delete or update or truncate on house_card_moves
for each statement execute function refuse_change();
create or replace trigger single_price_rules_never_change before delete or update or truncate on single_price_rules
for each statement execute function refuse_change();
create or replace trigger sales_elsewhere_never_change before delete or update or truncate on sales_elsewhere
for each statement execute function refuse_change();
create or replace trigger pack_costs_never_deleted before delete or truncate on pack_costs
for each statement execute function refuse_change();
