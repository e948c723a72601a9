import { architectures, clone3 } from './systemCalls.ts';

/** The `CLONE_NEW…` flags of all namespaces. */
const namespaceFlags = 0x7e020000;
/** The requests `TIOCSTI` and `TIOCLINUX`, which inject input into a terminal. */
const typing = [0x5412, 0x541c];
/**
 * The permitted address families: `AF_UNIX`, `AF_INET`, `AF_INET6`, and `AF_NETLINK`. Others, such as `AF_VSOCK`,
 * bypass the network namespace.
 */
const families = [1, 2, 10, 16];
/** The bit that marks system call numbers of the x32 ABI. */
const x32 = 0x40000000;

const [load, jumpIfEqual, jumpIfAtLeast, jumpIfAnyBit, answer] = [0x20, 0x15, 0x35, 0x45, 0x06];
const [numberAt, architectureAt] = [0, 4];
/** Returns the offset of an argument's lower half in `struct seccomp_data`. */
const argumentAt = (index: number): number => 16 + 8 * index;

/** The final instructions: `SECCOMP_RET_ALLOW`, or `SECCOMP_RET_ERRNO` with `ENOSYS` or `EPERM`. */
const answers = { allow: 0x7fff0000, missing: 0x00050026, deny: 0x00050001 };
/** A final instruction, or the number of instructions to skip. */
type Jump = keyof typeof answers | number;
type Instruction = readonly [code: number, k: number, yes?: Jump, no?: Jump];

/**
 * A seccomp filter for sandboxed programs, as classic BPF. System calls that no conversion needs and that were used for
 * sandbox escapes fail with `EPERM`. `clone3` fails with `ENOSYS`, because a filter can't see its flags, so that
 * libraries use `clone` instead. `undefined` for processors whose system calls aren't listed.
 */
export function systemCallFilter(arch: NodeJS.Architecture = process.arch): Buffer | undefined {
  const calls = architectures[arch];
  if (calls === undefined) return undefined;
  const checks: Instruction[] = [
    [load, architectureAt],
    [jumpIfEqual, calls.id, 0, 'deny'],
    [load, numberAt],
    [jumpIfAtLeast, x32, 'deny'],
    ...calls.denied.map((number): Instruction => [jumpIfEqual, number, 'deny']),
    [jumpIfEqual, clone3, 'missing'],
    [jumpIfEqual, calls.clone, 0, 2],
    [load, argumentAt(0)],
    [jumpIfAnyBit, namespaceFlags, 'deny', 'allow'],
    [jumpIfEqual, calls.socket, 0, 2 + families.length],
    [load, argumentAt(0)],
    ...families.map((family): Instruction => [jumpIfEqual, family, 'allow']),
    [answer, answers.deny],
    [jumpIfEqual, calls.ioctl, 0, 'allow'],
    [load, argumentAt(1)],
    ...typing.map((request): Instruction => [jumpIfEqual, request, 'deny']),
  ];
  const ends = Object.keys(answers);
  const distance = (at: number, jump: Jump): number =>
    typeof jump === 'number' ? jump : checks.length + ends.indexOf(jump) - at - 1;
  const program = [...checks, ...Object.values(answers).map((value): Instruction => [answer, value])];
  return Buffer.concat(
    program.map(([code, k, yes = 0, no = 0], at) => {
      const bytes = Buffer.from([code, 0, distance(at, yes), distance(at, no), 0, 0, 0, 0]);
      bytes.writeUInt32LE(k, 4);
      return bytes;
    }),
  );
}
