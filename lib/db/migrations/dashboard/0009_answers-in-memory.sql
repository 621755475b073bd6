-- Cached answers are in each instance's memory; what instances share are the copies.
drop table if exists answer_claim;
drop table if exists answer;
drop table if exists answer_tag;
delete from retention_work where kind = 'answers';
