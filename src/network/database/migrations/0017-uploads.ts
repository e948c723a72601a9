/** Adds files that clients store in signed parts before they submit them. */
export const uploads = `
create table network.uploads (
  -- Also the id of the job that uses the upload.
  id uuid primary key default gen_random_uuid(),
  account uuid not null references network.accounts,
  bytes bigint not null,
  -- The SHA-256 of each part, in hex.
  digests text[] not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz
);
`;
