-- Creates the network's database when PostgreSQL starts without data, with its owner, and a user for the nodes of each role, which the owner's first command
-- grants what they need. Afterwards, nobody can connect as the superuser from another container.
\getenv password POSTGRES_PASSWORD
\getenv api API_PASSWORD
\getenv worker WORKER_PASSWORD
\getenv accounts ACCOUNTS_PASSWORD
create role network login password :'password';
create role network_api login password :'api';
create role network_worker login password :'worker';
create role network_accounts login password :'accounts';
create database network owner network;
alter role current_user password null;
