/*
 * The floor: an HTTP/1 server with the minimum of work. Each thread has its own listener (SO_REUSEPORT) and its own
 * epoll. Any text up to an empty line is a request, and the response is prepared in advance.
 *
 *   hello [--port N] [--io-threads N]
 *
 * Port 0, the default, picks a free one; the default number of threads is one per processor. Prints
 * "ready http://127.0.0.1:PORT/" and ends on SIGTERM.
 *
 * It checks two properties of a request: whether the first line ends in HTTP/1.0, and whether a Connection field says
 * close or keep-alive. It does not support requests with bodies. A request head may have up to 16 KiB, and the responses
 * to the requests of one read up to 256 KiB; above that the connection is closed.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 256, IN_BYTES = 16384, ANSWER_BYTES = 256, OUT_BYTES = 262144, EVENTS = 256, BACKLOG = 8192 };

#define BODY "{\n  \"result\" : \"OK\",\n  \"message\" : \"Hello, world!\"\n}"

struct answer {
    char bytes[ANSWER_BYTES];
    size_t length;
};

struct connection {
    int fd;
    size_t in_length;
    char in[IN_BYTES + 1];
    size_t pending_length;
    size_t pending_sent;
    char *pending;
    int closing;
};

/* The state of one thread. Threads share nothing, so there are no locks. */
struct loop {
    int listener;
    int epoll;
    int clock;
    struct answer http11;
    struct answer http10;
    char out[OUT_BYTES];
};

static void die(const char *what) {
    perror(what);
    exit(1);
}

static void render(struct answer *answer, const char *date, const char *extra) {
    answer->length = (size_t) snprintf(answer->bytes, ANSWER_BYTES,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\nDate: %s\r\n%s\r\n%s",
        strlen(BODY), date, extra, BODY);
}

static void render_answers(struct loop *loop) {
    char date[64];
    struct tm utc;
    time_t now = time(NULL);
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    render(&loop->http11, date, "");
    render(&loop->http10, date, "Connection: keep-alive\r\n");
}

static int listen_on(int port) {
    int yes = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short) port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0) die("socket");
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes)) die("SO_REUSEPORT");
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes)) die("SO_REUSEADDR");
    if (bind(fd, (struct sockaddr *) &address, sizeof address)) die("bind");
    if (listen(fd, BACKLOG)) die("listen");
    return fd;
}

static int port_of(int fd) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *) &address, &length)) die("getsockname");
    return ntohs(address.sin_port);
}

static void watch(int epoll, int fd, void *of, unsigned events) {
    struct epoll_event event = {.events = events, .data.ptr = of};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event)) die("epoll_ctl");
}

static void hang_up(struct connection *connection) {
    close(connection->fd);
    free(connection->pending);
    free(connection);
}

static void accept_all(struct loop *loop) {
    int yes = 1;
    int fd;
    while ((fd = accept4(loop->listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        struct connection *connection = malloc(sizeof *connection);
        if (!connection) {
            close(fd);
            return;
        }
        connection->fd = fd;
        connection->in_length = 0;
        connection->pending = NULL;
        connection->pending_length = 0;
        connection->pending_sent = 0;
        connection->closing = 0;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        watch(loop->epoll, fd, connection, EPOLLIN | EPOLLRDHUP);
    }
}

/* Returns whether a head has a Connection field that contains this word. */
static int connection_says(const char *head, const char *end, const char *word) {
    size_t length = strlen(word);
    for (const char *line = memchr(head, '\n', (size_t) (end - head)); line && line < end;
         line = memchr(line, '\n', (size_t) (end - line))) {
        line++;
        if (end - line < 11 || strncasecmp(line, "Connection:", 11)) continue;
        for (const char *at = line + 11; at + length <= end && *at != '\r' && *at != '\n'; at++) {
            if (!strncasecmp(at, word, length)) return 1;
        }
    }
    return 0;
}

static int is_http10(const char *head, const char *end) {
    const char *line_end = memchr(head, '\r', (size_t) (end - head));
    return line_end && line_end - head >= 8 && !memcmp(line_end - 8, "HTTP/1.0", 8);
}

/* Sends bytes and keeps the rest for later. Returns 0 if the connection is to be closed. */
static int send_all(struct loop *loop, struct connection *connection, const char *bytes, size_t length) {
    ssize_t sent = send(connection->fd, bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN) return 0;
    size_t done = sent < 0 ? 0 : (size_t) sent;
    if (done == length) return !connection->closing;
    connection->pending = malloc(length - done);
    if (!connection->pending) return 0;
    memcpy(connection->pending, bytes + done, length - done);
    connection->pending_length = length - done;
    connection->pending_sent = 0;
    struct epoll_event event = {.events = EPOLLOUT, .data.ptr = connection};
    return !epoll_ctl(loop->epoll, EPOLL_CTL_MOD, connection->fd, &event);
}

static int flush_pending(struct loop *loop, struct connection *connection) {
    ssize_t sent = send(connection->fd, connection->pending + connection->pending_sent,
        connection->pending_length - connection->pending_sent, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN;
    connection->pending_sent += (size_t) sent;
    if (connection->pending_sent < connection->pending_length) return 1;
    free(connection->pending);
    connection->pending = NULL;
    if (connection->closing) return 0;
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.ptr = connection};
    return !epoll_ctl(loop->epoll, EPOLL_CTL_MOD, connection->fd, &event);
}

/* Reads, and answers all complete requests with one write. Returns 0 if the connection is to be closed. */
static int serve(struct loop *loop, struct connection *connection) {
    ssize_t got = recv(connection->fd, connection->in + connection->in_length, IN_BYTES - connection->in_length, 0);
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return 0;
    connection->in_length += (size_t) got;

    const char *at = connection->in;
    const char *limit = connection->in + connection->in_length;
    size_t out_length = 0;
    while (!connection->closing) {
        const char *end = memmem(at, (size_t) (limit - at), "\r\n\r\n", 4);
        if (!end) break;
        end += 4;
        int http10 = is_http10(at, end);
        const struct answer *answer = &loop->http11;
        if (http10 && connection_says(at, end, "keep-alive")) answer = &loop->http10;
        else connection->closing = http10 || connection_says(at, end, "close");
        if (out_length + answer->length > OUT_BYTES) return 0;
        memcpy(loop->out + out_length, answer->bytes, answer->length);
        out_length += answer->length;
        at = end;
    }
    connection->in_length = (size_t) (limit - at);
    if (connection->in_length == IN_BYTES) return 0;
    if (connection->in_length && at != connection->in) memmove(connection->in, at, connection->in_length);
    return !out_length || send_all(loop, connection, loop->out, out_length);
}

static void *run(void *of) {
    struct loop *loop = of;
    struct epoll_event events[EVENTS];
    for (;;) {
        int count = epoll_wait(loop->epoll, events, EVENTS, -1);
        if (count < 0 && errno != EINTR) die("epoll_wait");
        for (int i = 0; i < count; i++) {
            void *source = events[i].data.ptr;
            if (source == &loop->listener) {
                accept_all(loop);
            } else if (source == &loop->clock) {
                unsigned long long ticks;
                if (read(loop->clock, &ticks, sizeof ticks) > 0) render_answers(loop);
            } else {
                struct connection *connection = source;
                int open = connection->pending ? flush_pending(loop, connection) : serve(loop, connection);
                if (!open) hang_up(connection);
            }
        }
    }
    return NULL;
}

static void prepare(struct loop *loop, int port) {
    struct itimerspec second = {.it_interval.tv_sec = 1, .it_value.tv_sec = 1};
    loop->listener = listen_on(port);
    loop->epoll = epoll_create1(0);
    loop->clock = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    if (loop->epoll < 0 || loop->clock < 0) die("epoll");
    timerfd_settime(loop->clock, 0, &second, NULL);
    render_answers(loop);
    watch(loop->epoll, loop->listener, &loop->listener, EPOLLIN);
    watch(loop->epoll, loop->clock, &loop->clock, EPOLLIN);
}

static int refuse(const char *flag) {
    fprintf(stderr, "%s is unknown or needs a value; known are [--port N] [--io-threads N]\n", flag);
    return 2;
}

int main(int count, char **arguments) {
    static struct loop *loops[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    int port = 0, io_threads = (int) sysconf(_SC_NPROCESSORS_ONLN);
    for (int i = 1; i + 1 < count; i += 2) {
        if (!strcmp(arguments[i], "--port")) port = atoi(arguments[i + 1]);
        else if (!strcmp(arguments[i], "--io-threads")) io_threads = atoi(arguments[i + 1]);
        else return refuse(arguments[i]);
    }
    if (count % 2 == 0) return refuse(arguments[count - 1]);
    if (io_threads < 1 || io_threads > MOST_THREADS) {
        fprintf(stderr, "--io-threads must be 1 to %d\n", MOST_THREADS);
        return 2;
    }
    for (int i = 0; i < io_threads; i++) {
        loops[i] = calloc(1, sizeof *loops[i]);
        if (!loops[i]) die("calloc");
        prepare(loops[i], port);
        port = port_of(loops[i]->listener);
    }
    printf("ready http://127.0.0.1:%d/\n", port);
    fflush(stdout);
    for (int i = 0; i < io_threads; i++) pthread_create(&threads[i], NULL, run, loops[i]);
    for (int i = 0; i < io_threads; i++) pthread_join(threads[i], NULL);
    return 0;
}
