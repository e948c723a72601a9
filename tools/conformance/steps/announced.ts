import { type Extensions, parseExtensions } from '../../../src/contract/extensions.ts';
import { routes } from '../../../src/contract/routes.ts';
import { NotObservable, type RuleContext } from '../rule.ts';
import { jsonOf } from './expect.ts';

/** The extensions that a server announces. @throws NotObservable if it announces nothing */
export async function announced({ http }: RuleContext): Promise<Extensions> {
  const answer = await http.send({ path: routes.announcement(), key: null });
  if (answer.status >= 400) throw new NotObservable('The server has no announcement.');
  return parseExtensions(jsonOf(answer));
}
