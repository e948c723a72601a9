/** Adds who invited a person. Links for nobody, which earlier versions made at each start, end. */
export const inviters = `
alter table network.links add inviter uuid references network.people;
delete from network.links where email = '';
alter table network.links add check (email <> '');
`;
