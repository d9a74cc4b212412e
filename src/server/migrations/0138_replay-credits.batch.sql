-- Tells bought credits from earned ones in what happened before. From its first part on the functions do so for what happens now:
-- of an account that is not replayed yet, for nobody (null).
-- needs bought_part
-- needs apply_transfer
-- needs check_stamps
-- needs post_together
-- needs replay_credits
select done, waiting from replay_credits(200)
