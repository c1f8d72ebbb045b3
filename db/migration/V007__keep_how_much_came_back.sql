-- Of money that comes back a bank may keep a fee, and it may come back in another currency. What the partner told is kept with the payout; null is not known, not "all".

ALTER TABLE payout
    ADD COLUMN returned_amount numeric(24, 4),
    ADD COLUMN returned_currency currency_code,
    ADD CONSTRAINT payout_returned_money_is_whole CHECK ((returned_amount IS NULL) = (returned_currency IS NULL)),
    ADD CONSTRAINT payout_returned_money_came_back CHECK (returned_amount IS NULL OR state = 'returned'),
    -- No upper bound: a fee may come back too, and another currency has other numbers.
    ADD CONSTRAINT payout_returned_amount_not_negative CHECK (returned_amount >= 0);

ALTER TABLE report_line
    ADD COLUMN returned_amount numeric(24, 4),
    ADD COLUMN returned_currency currency_code,
    ADD CONSTRAINT report_line_returned_money_is_whole CHECK ((returned_amount IS NULL) = (returned_currency IS NULL)),
    ADD CONSTRAINT report_line_returned_amount_not_negative CHECK (returned_amount >= 0);
