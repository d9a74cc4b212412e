-- `receive_packs` for packs that go on sale, for processes of 1.1.0: goes in 1.3.0.
create or replace function take_in_packs(p_pack_types text[], p_serials text[], p_certifications text[], p_held text[], p_cards uuid[], p_conditions text[], p_labels text[])
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  perform receive_packs(p_pack_types, p_serials, p_certifications, p_held, p_cards, p_conditions, p_labels, false);
end
$$;
revoke execute on function take_in_packs(text[],text[],text[],text[],uuid[],text[],text[]) from public;
grant execute on function take_in_packs(text[],text[],text[],text[],uuid[],text[],text[]) to felt_and_foil_app;
