-- Refunds that came after other packs of the order were opened: looked for by order.
create index pack_returns_of_reservation on pack_returns (reservation_id);
