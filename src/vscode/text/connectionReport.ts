import type { Outcome, RuleResult } from '../../conformance/index.ts';
import { code, heading, line, list, type Markdown, page, paragraph, strong } from './markdown.ts';
import { foreign, joined, say, type Words } from './words.ts';

/** What was seen of a service, in Markdown: faults first. */
export function connectionReport({ host }: URL, results: readonly RuleResult[]): Markdown {
  const of = (outcome: Outcome): RuleResult[] => results.filter((result) => result.outcome === outcome);
  const [failed, passed, unseen] = [of('fail'), of('pass'), of('not observable')];
  return page([
    heading(1, say('Connection to {0}', foreign(host))),
    paragraph(verdict(failed.length)),
    paragraph(
      say(
        '{0} passed, {1} failed, {2} could not be observed. No request was charged.',
        passed.length,
        failed.length,
        unseen.length,
      ),
    ),
    ...chapter(say('Failed'), failed),
    ...chapter(say('Passed'), passed),
    ...chapter(say('Could not be observed'), unseen),
  ]);
}

function verdict(failed: number): Words {
  return failed === 0
    ? say('The service answers as its documentation says.')
    : say('The service does not answer as its documentation says.');
}

function chapter(title: Words, results: readonly RuleResult[]): Markdown[] {
  return results.length === 0 ? [] : [heading(2, title), list(results.map(entry))];
}

function entry({ rule, evidence }: RuleResult): Markdown[] {
  const sections = joined(rule.sections.map(foreign), '; ');
  return [
    line(strong(foreign(rule.id)), paragraph(foreign(rule.statement))),
    line(code(foreign(evidence)), paragraph(say('({0})', sections))),
  ];
}
