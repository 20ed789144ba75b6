// Preloaded into a process under test: counts what it does to files below WQ_FAULT_ROOT, and at the chosen one kills it or fails it.
// Opening "/wq-fault/<mode>/<n>" arms it: kill (before the call), torn (half a write, then kill), or an error number; n counts from 1, 0 only notes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static volatile long count = 0, target = -1;
static char mode[16] = "";
static int number = 0;

static int below(const char *path) {
  const char *root = getenv("WQ_FAULT_ROOT");
  return root && path && strncmp(path, root, strlen(root)) == 0;
}
static int fdPath(int fd, char *out, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, out, size - 1);
  if (n < 0) return 0;
  out[n] = 0;
  return 1;
}
/* A path by way of a held folder ("/proc/self/fd/9/x", "/proc/<our number>/fd/9/x") counts by where that folder is. */
static int counts(const char *path) {
  int fd, pid;
  char real[4096];
  if (path && (sscanf(path, "/proc/self/fd/%d", &fd) == 1 || (sscanf(path, "/proc/%d/fd/%d", &pid, &fd) == 2 && pid == getpid()))) return fdPath(fd, real, sizeof real) && below(real);
  return below(path);
}
static void note(const char *op, const char *path) {
  const char *log = getenv("WQ_FAULT_LOG");
  if (!log) return;
  char line[4600];
  int n = snprintf(line, sizeof line, "%s %s\n", op, path);
  int fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (fd >= 0) { syscall(SYS_write, fd, line, n); syscall(SYS_close, fd); }
}
/* 0: go on; 1: fail with `number`; 2: torn. */
static int hit(const char *op, const char *path) {
  if (target < 0) return 0;
  long now = __sync_add_and_fetch(&count, 1);
  if (target == 0) { note(op, path); return 0; }
  if (now != target) return 0;
  note(op, path);
  if (strcmp(mode, "kill") == 0) { kill(getpid(), SIGKILL); for (;;) pause(); }
  if (strcmp(mode, "torn") == 0) return 2;
  return 1;
}
static int onFd(const char *op, int fd) {
  char path[4096];
  if (target < 0 || !fdPath(fd, path, sizeof path) || !below(path)) return 0;
  return hit(op, path);
}
static int onPath(const char *op, const char *path) { return target >= 0 && counts(path) ? hit(op, path) : 0; }

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL do { errno = number; return -1; } while (0)
static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

ssize_t write(int fd, const void *b, size_t n) {
  int h = onFd("write", fd);
  if (h == 1) FAIL;
  if (h == 2) { syscall(SYS_write, fd, b, n / 2); die(); }
  return syscall(SYS_write, fd, b, n);
}
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t at) {
  int h = onFd("pwrite", fd);
  if (h == 1) FAIL;
  if (h == 2) { syscall(SYS_pwrite64, fd, b, n / 2, at); die(); }
  return syscall(SYS_pwrite64, fd, b, n, at);
}
ssize_t pwrite(int fd, const void *b, size_t n, off_t at) { return pwrite64(fd, b, n, at); }
ssize_t writev(int fd, const struct iovec *v, int n) { int h = onFd("writev", fd); if (h == 1) FAIL; if (h == 2) die(); return syscall(SYS_writev, fd, v, n); }
int fsync(int fd) { int h = onFd("fsync", fd); if (h == 1) FAIL; if (h == 2) die(); return syscall(SYS_fsync, fd); }
int fdatasync(int fd) { int h = onFd("fdatasync", fd); if (h == 1) FAIL; if (h == 2) die(); return syscall(SYS_fdatasync, fd); }
int ftruncate64(int fd, off64_t n) { int h = onFd("ftruncate", fd); if (h == 1) FAIL; if (h == 2) die(); return syscall(SYS_ftruncate, fd, n); }
int ftruncate(int fd, off_t n) { return ftruncate64(fd, n); }
int rename(const char *a, const char *b) { int h = onPath("rename", b); if (h == 1) FAIL; if (h == 2) die(); return syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, 0); }
int link(const char *a, const char *b) { int h = onPath("link", b); if (h == 1) FAIL; if (h == 2) die(); return syscall(SYS_linkat, AT_FDCWD, a, AT_FDCWD, b, 0); }
int unlink(const char *a) { int h = onPath("unlink", a); if (h == 1) FAIL; if (h == 2) die(); return syscall(SYS_unlinkat, AT_FDCWD, a, 0); }
int rmdir(const char *a) { int h = onPath("rmdir", a); if (h == 1) FAIL; if (h == 2) die(); return syscall(SYS_unlinkat, AT_FDCWD, a, AT_REMOVEDIR); }
int mkdir(const char *a, mode_t m) { int h = onPath("mkdir", a); if (h == 1) FAIL; if (h == 2) die(); return syscall(SYS_mkdirat, AT_FDCWD, a, m); }

static int arm(const char *path) {
  if (!path || strncmp(path, "/wq-fault/", 10) != 0) return 0;
  long n = -1;
  char how[16] = "";
  if (sscanf(path + 10, "%15[a-z0-9]/%ld", how, &n) == 2) {
    strcpy(mode, how);
    number = atoi(how);
    count = 0;
    target = strcmp(how, "off") == 0 ? -1 : n;
  }
  errno = ENOENT;
  return 1;
}
#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    mode_t m = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { va_list list; va_start(list, flags); m = va_arg(list, mode_t); va_end(list); } \
    if (arm(path)) return -1; \
    if (flags & O_CREAT) { int h = onPath("create", path); if (h == 1) FAIL; if (h == 2) die(); } \
    return syscall(SYS_openat, AT_FDCWD, path, flags, m); \
  }
OPEN(open)
OPEN(open64)
