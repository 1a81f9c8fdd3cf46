-- What generated columns, indexes and checks of the tables call. The tables store the results, so these files are part of the
-- baseline: a database that was made with others is of another version.

CREATE SCHEMA IF NOT EXISTS app;
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
