-- What generated columns, indexes and checks of the tables call. The tables keep the results: if one of these functions changes
-- what it returns, the columns and indexes that call it must be written again.

CREATE SCHEMA IF NOT EXISTS app;
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
