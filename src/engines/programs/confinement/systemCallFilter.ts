/** The `CLONE_NEW…` flags of all namespaces. */
const namespaceFlags = 0x7e020000;
/** The requests `TIOCSTI` and `TIOCLINUX`, which inject input into a terminal. */
const typing = [0x5412, 0x541c];
/**
 * The permitted address families: `AF_UNIX`, `AF_INET`, `AF_INET6`, and `AF_NETLINK`. Others, such as `AF_VSOCK`,
 * bypass the network namespace.
 */
const families = [1, 2, 10, 16];
/** The operation `PR_SET_DUMPABLE` of prctl(2), which hides a process's open files from other processes of its user. */
const setDumpable = 4;
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
    [jumpIfEqual, calls.prctl, 0, 2],
    [load, argumentAt(0)],
    [jumpIfEqual, setDumpable, 'deny', 'allow'],
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

/** The numbers of the filtered system calls on a processor architecture. */
interface Architecture {
  /** The `AUDIT_ARCH_…` constant from `linux/audit.h`. */
  readonly id: number;
  readonly denied: readonly number[];
  readonly clone: number;
  readonly ioctl: number;
  readonly prctl: number;
  readonly socket: number;
}

const clone3 = 435;

/** The denied system calls with their numbers on x64 and arm64; `undefined` if arm64 doesn't have the call. */
export const deniedCalls: Readonly<Record<string, readonly [x64: number, arm64: number | undefined]>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  unshare: [272, 97],
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  shmget: [29, 194],
  shmat: [30, 196],
  semget: [64, 190],
  msgget: [68, 186],
  memfd_secret: [447, 447],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  vhangup: [153, 58],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  modify_ldt: [154, undefined],
};

export const architectures: Readonly<Partial<Record<NodeJS.Architecture, Architecture>>> = {
  x64: {
    id: 0xc000003e,
    denied: Object.values(deniedCalls).map(([number]) => number),
    clone: 56,
    ioctl: 16,
    prctl: 157,
    socket: 41,
  },
  arm64: {
    id: 0xc00000b7,
    denied: Object.values(deniedCalls).flatMap(([, number]) => number ?? []),
    clone: 220,
    ioctl: 29,
    prctl: 167,
    socket: 198,
  },
};
