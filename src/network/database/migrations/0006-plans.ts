/** Adds plans that the operator defines for all nodes. */
export const plans = `
create table network.plans (
  id text primary key,
  -- As a file of plans has it.
  definition jsonb not null
);
`;
