/** Adds the identity of people at the organization's provider, and administrators whom a group there makes. */
export const subjects = `
alter table network.people
  add issuer text,
  add subject text,
  add unique (issuer, subject),
  add check ((issuer is null) = (subject is null)),
  -- True while the person is in the group of administrators. Others are made administrators by a person or a command.
  add group_admin boolean not null default false;

-- People without a password signed in at the provider, so that only a group can have made them administrators.
update network.people set group_admin = true, is_admin = false where is_admin and password is null;

drop trigger audit_people on network.people;
create trigger audit_people after insert or update of account, password, is_admin, group_admin, disabled_at, subject on network.people
  for each row execute function network.audit_change('account', 'password', 'is_admin', 'group_admin', 'disabled_at', 'subject');
`;
