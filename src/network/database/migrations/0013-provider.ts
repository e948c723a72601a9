/** Adds the identity provider's codes, tokens, and sign-ins in progress. */
export const provider = `
create table network.provider (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  ends_at timestamptz,
  primary key (model, id)
);
create index provider_by_grant on network.provider (grant_id) where grant_id is not null;
create index provider_by_uid on network.provider (uid) where uid is not null;
`;
