// Tries to do things that a sandbox must prevent, and prints a line for each attempt. Even a successful attempt changes
// nothing: files are only opened and closed, and system calls get arguments that the kernel refuses.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static int tryToOpen(const char *path, const struct stat *facts, int kind, struct FTW *at) {
  (void)at;
  // Links and files below fd belong to this program.
  if (kind != FTW_F || S_ISLNK(facts->st_mode) || strstr(path, "/fd/") != NULL) return 0;
  int file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return 0;
  close(file);
  printf("writable %s\n", path);
  return 0;
}

static void *runThread(void *given) { return given; }

static void tryToConnect(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path + 1, name, sizeof address.sun_path - 2);
  int own = socket(AF_UNIX, SOCK_STREAM, 0);
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
  if (connect(own, (struct sockaddr *)&address, length) == 0) puts("connected");
  close(own);
}

#define ATTEMPT(call, ...) (errno = 0, syscall(SYS_##call, ##__VA_ARGS__), printf("call %s %d\n", #call, errno))
#define NOWHERE "/nowhere"

// Argument: the name of an abstract socket on which another process listens.
int main(int count, char **arguments) {
  nftw("/proc", tryToOpen, 32, FTW_PHYS);
  nftw("/sys", tryToOpen, 32, FTW_PHYS);
  nftw("/dev", tryToOpen, 32, FTW_PHYS);
  if (count > 1) tryToConnect(arguments[1]);
  pthread_t thread;
  if (pthread_create(&thread, NULL, runThread, NULL) == 0 && pthread_join(thread, NULL) == 0) puts("thread");

  ATTEMPT(ptrace, 0x4206 /* PTRACE_SEIZE */, 1, 0, 0);
  ATTEMPT(process_vm_readv, 1, 0, 0, 0, 0, 1);
  ATTEMPT(process_vm_writev, 1, 0, 0, 0, 0, 1);
  ATTEMPT(kcmp, 1, 1, 99, 0, 0);
  ATTEMPT(pidfd_getfd, -1, 0, 0);
  ATTEMPT(add_key, 0, 0, 0, 0, 0);
  ATTEMPT(request_key, 0, 0, 0, 0);
  ATTEMPT(keyctl, 9999, 0, 0, 0, 0);
  ATTEMPT(bpf, 5 /* BPF_PROG_LOAD */, 0, 0);
  ATTEMPT(perf_event_open, 0, 0, 0, -1, 0);
  ATTEMPT(userfaultfd, 1 << 30);
  ATTEMPT(io_uring_setup, 1, 0);
  ATTEMPT(io_uring_enter, -1, 0, 0, 0, 0, 0);
  ATTEMPT(io_uring_register, -1, 0, 0, 0);
  ATTEMPT(mount, "none", NOWHERE, "tmpfs", 0, 0);
  ATTEMPT(umount2, NOWHERE, 0);
  ATTEMPT(pivot_root, NOWHERE, NOWHERE);
  ATTEMPT(chroot, "/tmp");
  ATTEMPT(open_tree, AT_FDCWD, "/", 1 /* OPEN_TREE_CLONE */);
  ATTEMPT(move_mount, -1, NOWHERE, -1, NOWHERE, 0);
  ATTEMPT(fsopen, "tmpfs", 0);
  ATTEMPT(fsconfig, -1, 0, 0, 0, 0);
  ATTEMPT(fsmount, -1, 0, 0);
  ATTEMPT(fspick, AT_FDCWD, "/", 0);
  ATTEMPT(mount_setattr, AT_FDCWD, NOWHERE, 0, 0, 0);
  ATTEMPT(open_by_handle_at, -1, 0, 0);
  ATTEMPT(fanotify_init, 1 << 30, 0);
  ATTEMPT(shmget, 0, 0, 0);
  ATTEMPT(shmat, -1, 0, 0);
  ATTEMPT(semget, 0, 0, 0);
  ATTEMPT(msgget, 1, 0);
  ATTEMPT(memfd_secret, 1);
  ATTEMPT(prctl, 4 /* PR_SET_DUMPABLE */, 99);
  ATTEMPT(quotactl, 0, NOWHERE, 0, 0);
  ATTEMPT(quotactl_fd, -1, 0, 0, 0);
  ATTEMPT(swapon, NOWHERE, 0);
  ATTEMPT(swapoff, NOWHERE);
  ATTEMPT(acct, NOWHERE);
  ATTEMPT(unshare, CLONE_NEWUSER);
  ATTEMPT(setns, -1, 0);
  ATTEMPT(init_module, 0, 0, 0);
  ATTEMPT(finit_module, -1, 0, 0);
  ATTEMPT(delete_module, "nothing", O_NONBLOCK);
  ATTEMPT(kexec_load, 0, 999, 0, 0);
  ATTEMPT(kexec_file_load, -1, -1, 0, 0, 0);
  ATTEMPT(reboot, 0, 0, 0, 0);
  ATTEMPT(syslog, 99, 0, 0);
  ATTEMPT(settimeofday, 0, 0);
  ATTEMPT(clock_settime, 99, 0);
  ATTEMPT(clock_adjtime, 99, 0);
  ATTEMPT(vhangup);
#ifdef SYS_iopl
  ATTEMPT(iopl, 99);
  ATTEMPT(ioperm, 0, 0, 1);
  ATTEMPT(modify_ldt, 99, 0, 0);
#endif
  ATTEMPT(clone, CLONE_NEWUSER | CLONE_NEWPID | CLONE_PARENT_SETTID | CLONE_THREAD, 0, 0, 0, 0);
  ATTEMPT(clone3, 0, 0);
  ATTEMPT(ioctl, 0, TIOCSTI, "");
  ATTEMPT(ioctl, 0, 0x541c /* TIOCLINUX */, "");
  ATTEMPT(socket, 40 /* AF_VSOCK */, SOCK_STREAM, 99);
  ATTEMPT(socket, AF_PACKET, SOCK_RAW, 0);
  return 0;
}
