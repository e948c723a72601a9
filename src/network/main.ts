/** The entry point of the network service. The rest is a bundle of its own, which tests load, too. */
void import('./runNetwork.ts').then(async ({ runNetwork }) => runNetwork(process.argv.slice(2)));
