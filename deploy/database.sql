-- Creates the nodes' database and its user, which owns nothing else, when PostgreSQL starts without data. Afterwards, nobody can connect as the superuser
-- from another container.
\getenv password POSTGRES_PASSWORD
create role network login password :'password';
create database network owner network;
alter role current_user password null;
