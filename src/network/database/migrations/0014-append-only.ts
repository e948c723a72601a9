/** Rewords the errors about changes to the ledger and the audit log. */
export const appendOnly = `
create or replace function network.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: entries can’t be changed or deleted.';
end;
$$;

create or replace function network.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: entries can’t be changed or deleted.';
end;
$$;
`;
