import type { FoundPrograms } from '../findPrograms.ts';
import { isUpstreamBuild, openVulnerabilities } from '../vulnerabilities.ts';
import type { ProgramFacts } from '../programFacts.ts';
import type { ProgramId } from '../programs.ts';
import type { Inspection, ProgramInspector } from './inspector.ts';

/** Collects facts about the installed programs for display. */
export async function describePrograms(
  found: FoundPrograms,
  inspector: ProgramInspector,
): Promise<ProgramFacts[]> {
  return Promise.all([...found].map(async ([id, path]) => describeProgram(id, path, inspector)));
}

async function describeProgram(
  id: ProgramId,
  path: string,
  inspector: ProgramInspector,
): Promise<ProgramFacts> {
  const { version, confinement, canConfine } = await inspector.inspect(id, path);
  const vulnerabilities = version === undefined ? undefined : openVulnerabilities(id, version);
  return {
    id,
    path,
    ...(version === undefined ? {} : { version }),
    ...confinerOf(confinement),
    couldBeConfined: confinement.by === 'nobody' && canConfine,
    ...(vulnerabilities === undefined
      ? {}
      : { vulnerabilities: { ...vulnerabilities, areRefused: isUpstreamBuild() } }),
  };
}

function confinerOf(confinement: Inspection['confinement']): Pick<ProgramFacts, 'confiner' | 'refusal'> {
  switch (confinement.by) {
    case 'nobody':
      return {};
    case 'refusal':
      return { refusal: confinement.why };
    default:
      return { confiner: confinement.by };
  }
}
