/** Adds the tool of each charge and refund. Those of earlier versions have none. */
export const tools = `
alter table network.ledger add tool text;
`;
