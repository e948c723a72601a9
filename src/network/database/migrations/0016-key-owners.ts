/** Ensures that a person's keys belong to the person's account, so that what a sign-in creates is paid by this account. */
export const keyOwners = `
alter table network.people add unique (id, account);
alter table network.keys
  drop constraint keys_person_fkey,
  add foreign key (person, account) references network.people (id, account);
`;
