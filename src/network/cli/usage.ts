/** What the command line takes, as it is shown to whoever asks, or has it wrong. */
export const usage = `npm run network -- --role api|worker|all [--config FILE]
npm run network -- COMMAND [--config FILE] [--json]

  migrate                                        bring the database to this version
  plans load FILE                                put the plans of a JSON file into the database, for all nodes
  plans list
  accounts add NAME [--plan PLAN] [--credits N]  the plan is unmetered unless another is named
  accounts set NAME [--plan PLAN] [--credits N|plan]
  accounts disable NAME | enable NAME
  accounts list
  keys add ACCOUNT --name NAME [--allow ADDRESS …]
                                                 shows the key, once; --allow takes addresses and networks
  keys revoke ACCOUNT --name NAME
  keys list ACCOUNT
  credits show ACCOUNT
  credits grant ACCOUNT CREDITS [--note TEXT]    for the window of now
  credits verify                                 proves that the ledger sums to every balance

Another plan, or other credits, hold from the next window of credits on; a plan with other windows, at once.`;
