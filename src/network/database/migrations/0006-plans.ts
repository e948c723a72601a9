/** Adds plans that the operator defines for all nodes. */
export const plans = `
create table network.plans (
  id text primary key,
  -- The definition in the same form as in a plans file.
  definition jsonb not null
);
`;
