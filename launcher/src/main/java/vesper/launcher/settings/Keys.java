package vesper.launcher.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.event.Level;
import vesper.http.HandlerThreads;
import vesper.http.Http2Limits;
import vesper.http.HttpLimits;
import vesper.http.TlsSettings;
import vesper.http.client.ClientLimits;
import vesper.http.client.ClientProtocol;
import vesper.http.client.ClientTimeouts;
import vesper.http.content.ContentSettings;
import vesper.http.files.DiskThreads;
import vesper.journal.SyncPolicy;
import vesper.launcher.logging.LogFormat;
import vesper.records.masks.Mask;

/**
 * All settings, in the order in which they are shown. {@code docs/guide/settings.md} lists the same ones; a test keeps
 * the two consistent.
 */
public final class Keys {
    private static final List<Setting<?>> LISTED = new ArrayList<>();
    private static final int LONGEST_WATCH_MILLIS = 60_000;

    public static final Setting<String> HOST =
            listed("http.host", "127.0.0.1", ValueForm.text(), "name or address to listen on");
    public static final Setting<Integer> PORT =
            listed("http.port", "8080", ValueForm.number(0, 65_535), "port to listen on, 0 for any free one");
    public static final Setting<HandlerThreads> HANDLERS = listed(
            "http.handlers",
            "virtual",
            ValueForm.oneOf(HandlerThreads.class),
            "where handlers run: on virtual threads, on the event loops themselves, or on a pool");
    public static final Setting<Integer> PLATFORM_THREADS = listed(
            "http.threads.platform", "64", ValueForm.number(1, 10_000), "most platform threads that run handlers");
    public static final Setting<Integer> DISK_THREADS = listed(
            "http.threads.disk",
            Integer.toString(DiskThreads.DEFAULT_THREADS),
            ValueForm.number(1, 1_000),
            "most threads that read and write files for requests");
    public static final Setting<Integer> EVENT_LOOPS = listed(
            "http.threads.loops",
            "0",
            ValueForm.number(0, 1_000),
            "threads that read and write, 0 for one per processor");
    public static final Setting<Boolean> GATHERED = listed(
            "http.threads.gathered",
            "true",
            ValueForm.yesOrNo(),
            "whether fewer of them serve all connections while processors are short and handlers are quick");
    public static final Setting<Duration> DRAIN = listed(
            "http.drain",
            "10s",
            ValueForm.duration(Duration.ZERO, HttpLimits.LONGEST_TIME),
            "how long a stop waits for requests in flight");
    public static final Setting<Duration> DRAIN_IDLE = listed(
            "http.drain.idle",
            "100ms",
            ValueForm.duration(Duration.ZERO, HttpLimits.LONGEST_TIME),
            "how long a connection has been idle that a stop closes; one used later may be asked once more");
    public static final Setting<Duration> DRAIN_DELAY = listed(
            "http.drain.delay",
            "0s",
            ValueForm.duration(Duration.ZERO, HttpLimits.LONGEST_TIME),
            "how long a stop goes on as before while /health/ready answers 503, so that balancers see it first");
    public static final Setting<Integer> WATCHDOG_MILLIS = listed(
            "http.watchdog.millis",
            "100",
            ValueForm.number(1, LONGEST_WATCH_MILLIS),
            "a handler that holds its event loop longer than this is named in the log");
    public static final Setting<Boolean> JSON_INDENT =
            listed("http.json.indent", "true", ValueForm.yesOrNo(), "whether values of handlers are sent indented");
    public static final Setting<Boolean> REPRESENTATION_ENDINGS = listed(
            "http.representation-endings",
            "false",
            ValueForm.yesOrNo(),
            "whether .json and .xml at the end of a path choose the form of the answer");
    public static final Setting<String> OPENAPI_TITLE =
            listed("openapi.title", "Vesper", ValueForm.text(), "title of the document at /openapi.json");
    public static final Setting<String> OPENAPI_VERSION = listed(
            "openapi.version", "", ValueForm.text(), "version of what is described there, nothing for Vesper's own");
    public static final Setting<String> OPENAPI_DESCRIPTION =
            listed("openapi.description", "", ValueForm.text(), "what is said there of all services, in CommonMark");
    public static final Setting<Optional<Path>> ACCESS_LOG = listed(
            "http.access-log", "", ValueForm.optionalPath(), "file that gets a line per request, nothing for off");

    public static final Setting<Boolean> METRICS = listed(
            "metrics.enabled",
            "true",
            ValueForm.yesOrNo(),
            "whether exchanges are counted, for Prometheus at /metrics");
    public static final Setting<Boolean> CONSOLE =
            listed("console.enabled", "true", ValueForm.yesOrNo(), "whether browsers find the console at /console/");
    public static final Setting<Boolean> COMPRESSION = listed(
            "http.compression", "true", ValueForm.yesOrNo(), "whether answers are compressed for clients that take it");
    public static final Setting<Integer> COMPRESSION_LEVEL = listed(
            "http.compression.level",
            "5",
            ValueForm.number(1, ContentSettings.HIGHEST_LEVEL),
            "from 1, fast, to 9, smallest");
    public static final Setting<Long> COMPRESSION_FROM = listed(
            "http.compression.from",
            "1KiB",
            ValueForm.size(HttpLimits.LARGEST_BODY),
            "smaller answers are sent as they are");

    public static final Setting<Long> REQUEST_LINE = listed(
            "http.limit.request-line",
            "8KiB",
            ValueForm.size(HttpLimits.LARGEST_REQUEST_LINE),
            "longest request line, else 414");
    public static final Setting<Long> HEADERS = listed(
            "http.limit.headers",
            "32KiB",
            ValueForm.size(HttpLimits.LARGEST_HEADERS),
            "largest header section, else 431");
    public static final Setting<Integer> HEADER_LINES = listed(
            "http.limit.header-lines",
            "100",
            ValueForm.number(1, HttpLimits.MOST_HEADER_LINES),
            "most lines of a header section, else 431");
    public static final Setting<Long> BODY = listed(
            "http.limit.body", "10MiB", ValueForm.size(HttpLimits.LARGEST_BODY), "largest request body, else 413");
    public static final Setting<Long> HELD_BODIES = listed(
            "http.limit.held-bodies",
            "64MiB",
            ValueForm.size(Long.MAX_VALUE),
            "all bodies that are held whole at one time, at most an eighth of the heap, else 503");
    public static final Setting<Long> HELD_ANSWERS = listed(
            "http.limit.held-answers",
            "1GiB",
            ValueForm.size(Long.MAX_VALUE),
            "all large answers that are made or wait for clients to read them, while made at most an eighth of the heap, then a sixteenth, else 503");
    public static final Setting<Integer> BODY_TOKENS = listed(
            "http.limit.body-tokens",
            "1000000",
            ValueForm.number(1, Integer.MAX_VALUE),
            "most values, names, begins and ends of objects, lists or elements in one JSON or XML body, else 413");
    public static final Setting<Long> ANSWER = listed(
            "http.limit.answer",
            "64MiB",
            ValueForm.size(HttpLimits.LARGEST_BODY),
            "largest JSON or XML that is made of a value, never more than a sixteenth of the heap, else 500");
    public static final Setting<Integer> INFLATION = listed(
            "http.limit.inflation",
            "100",
            ValueForm.number(1, Integer.MAX_VALUE),
            "how many times its size a compressed request body may become, else 413");
    public static final Setting<Duration> HEADER_TIME =
            listed("http.limit.header-time", "10s", timeLimit(), "longest time for a request's head, else 408");
    public static final Setting<Long> BODY_RATE = listed(
            "http.limit.body-rate",
            "1KiB",
            ValueForm.size(HttpLimits.LARGEST_BODY),
            "slowest request body, in bytes per second, else 408");
    public static final Setting<Duration> BODY_GRACE =
            listed("http.limit.body-grace", "5s", timeLimit(), "how long a body may be slower than that at first");
    public static final Setting<Duration> IDLE =
            listed("http.limit.idle", "60s", timeLimit(), "a connection without traffic is closed after it");
    public static final Setting<Duration> LINGER =
            listed("http.limit.linger", "5s", timeLimit(), "how long a refused client may still send, to read why");
    public static final Setting<Integer> CONNECTIONS = listed(
            "http.limit.connections",
            "20000",
            ValueForm.number(1, Integer.MAX_VALUE),
            "connections open at once, one more gets 503");
    public static final Setting<Integer> WAITING = listed(
            "http.limit.waiting",
            "10000",
            ValueForm.number(1, Integer.MAX_VALUE),
            "handlers that wait at once, one more request gets 503");
    public static final Setting<Boolean> OVERLOAD = listed(
            "http.overload",
            "true",
            ValueForm.yesOrNo(),
            "whether requests are refused while more is asked than can be answered");
    public static final Setting<Duration> OVERLOAD_TARGET = listed(
            "http.overload.target",
            "20ms",
            ValueForm.duration(Duration.ofMillis(1), Duration.ofMinutes(1)),
            "how long a request may wait for its turn meanwhile, else 503");
    public static final Setting<Integer> PIPELINED = listed(
            "http.limit.pipelined",
            "64",
            ValueForm.number(1, Integer.MAX_VALUE),
            "requests of one connection answered in one turn");

    public static final Setting<Integer> FORM_FIELDS =
            listed("http.limit.form-fields", "1000", ValueForm.number(1, 10_000), "most fields of a form, else 413");
    public static final Setting<Long> FORM = listed(
            "http.limit.form",
            "1MiB",
            ValueForm.size(HttpLimits.LARGEST_BODY),
            "largest form that is no upload, else 413");
    public static final Setting<Integer> FORM_NAME = listed(
            "http.limit.form-name",
            "256",
            ValueForm.number(1, 1 << 20),
            "longest name of a form's field in characters, else 413");
    public static final Setting<Integer> FORM_VALUE = listed(
            "http.limit.form-value",
            "262144",
            ValueForm.number(1, 1 << 28),
            "longest value of a form's field in characters, else 413");
    public static final Setting<Integer> UPLOAD_PARTS =
            listed("http.limit.upload-parts", "100", ValueForm.number(1, 10_000), "most parts of an upload, else 413");
    public static final Setting<Long> UPLOAD_PART_HEAD =
            listed("http.limit.upload-part-head", "8KiB", ValueForm.size(64 << 10), "largest head of a part, else 413");
    public static final Setting<Long> UPLOAD_PART = listed(
            "http.limit.upload-part", "10MiB", ValueForm.size(HttpLimits.LARGEST_BODY), "largest part, else 413");
    public static final Setting<Long> UPLOAD = listed(
            "http.limit.upload",
            "10MiB",
            ValueForm.size(HttpLimits.LARGEST_BODY),
            "largest upload, else 413; http.limit.body holds beside it");
    public static final Setting<Integer> UPLOAD_FILE_NAME = listed(
            "http.limit.upload-file-name",
            "255",
            ValueForm.number(1, 10_000),
            "longest name of a file in characters, else 413");
    public static final Setting<Long> UPLOAD_DISK = listed(
            "http.limit.upload-disk",
            "1GiB",
            ValueForm.size(1L << 50),
            "most that all uploads at once may take on disk, else 503");
    public static final Setting<Integer> CLIENT_CONNECTIONS = listed(
            "client.connections",
            "64",
            ValueForm.number(1, ClientLimits.MOST_CONNECTIONS),
            "most connections of the client to one server, beside as many that only finish the calls they have");
    public static final Setting<Integer> CLIENT_WAITING = listed(
            "client.waiting",
            "1000",
            ValueForm.number(0, ClientLimits.MOST_WAITING),
            "calls that may wait for one of them, one more is refused");
    public static final Setting<ClientProtocol> CLIENT_PROTOCOL = listed(
            "client.protocol",
            "automatic",
            ValueForm.oneOf(ClientProtocol.class),
            "what the client speaks: http1, http2, or automatic for what a server of https chooses");
    public static final Setting<Integer> CLIENT_STREAMS = listed(
            "client.streams",
            "100",
            ValueForm.number(1, ClientLimits.MOST_STREAMS),
            "most calls at once over one HTTP/2 connection of the client");
    public static final Setting<Duration> CLIENT_CONNECT = listed(
            "client.time.connect", "10s", clientTime(), "longest time for a connection, per address of the host");
    public static final Setting<Duration> CLIENT_TLS =
            listed("client.time.tls", "10s", clientTime(), "longest time for a TLS handshake");
    public static final Setting<Duration> CLIENT_FIRST_BYTE = listed(
            "client.time.first-byte",
            "30s",
            clientTime(),
            "longest time from a request to the first byte of its answer");
    public static final Setting<Duration> CLIENT_IDLE =
            listed("client.time.idle", "60s", clientTime(), "longest time without a byte in the middle of a call");
    public static final Setting<Duration> CLIENT_TOTAL = listed(
            "client.time.total",
            "60s",
            clientTime(),
            "longest time for a whole call, where the call says nothing else");
    public static final Setting<Duration> CLIENT_KEEP_IDLE =
            listed("client.time.keep-idle", "30s", clientTime(), "how long a connection without work is kept");
    public static final Setting<Long> CLIENT_BODY = listed(
            "client.limit.body",
            "10MiB",
            ValueForm.size(ClientLimits.LARGEST_BODY),
            "largest body of an answer that is taken whole");
    public static final Setting<Long> CLIENT_HEAD = listed(
            "client.limit.head", "32KiB", ValueForm.size(ClientLimits.LARGEST_HEAD), "largest head of an answer");
    public static final Setting<Integer> CLIENT_REDIRECTS =
            listed("client.redirects", "0", ValueForm.number(0, 100), "redirects of one call that are followed");
    public static final Setting<Integer> CLIENT_RETRIES = listed(
            "client.retries",
            "0",
            ValueForm.number(0, 100),
            "repetitions of an idempotent call that failed or got 502, 503 or 504");
    public static final Setting<Optional<Path>> CLIENT_TRUST = listed(
            "client.tls.trust",
            "",
            ValueForm.optionalPath(),
            "PEM file with the certificates to trust, nothing for those of the JDK");
    public static final Setting<Optional<Path>> CLIENT_CERTIFICATE = listed(
            "client.tls.certificate",
            "",
            ValueForm.optionalPath(),
            "PEM file with the client's own certificate chain, nothing for none");
    public static final Setting<Optional<Path>> CLIENT_KEY =
            listed("client.tls.key", "", ValueForm.optionalPath(), "PEM file with the private key that belongs to it");

    public static final Setting<Integer> STREAMS = listed(
            "http.limit.streams",
            "100",
            ValueForm.number(1, Http2Limits.MOST_STREAMS),
            "requests of one HTTP/2 connection at once, one more is refused");
    public static final Setting<Integer> RESETS = listed(
            "http.limit.resets",
            "200",
            ValueForm.number(1, Integer.MAX_VALUE),
            "requests of one HTTP/2 connection that are reset in 30 s, one more ends it");

    public static final Setting<Optional<Path>> TLS_CERTIFICATE = listed(
            "http.tls.certificate",
            "",
            ValueForm.optionalPath(),
            "PEM file with the certificate and those that vouch for it, nothing for plain HTTP");
    public static final Setting<Optional<Path>> TLS_KEY =
            listed("http.tls.key", "", ValueForm.optionalPath(), "PEM file with its private key, not encrypted");
    public static final Setting<TlsSettings.ClientAuth> TLS_CLIENT_AUTH = listed(
            "http.tls.client-auth",
            "none",
            ValueForm.oneOf(TlsSettings.ClientAuth.class),
            "whether clients are asked for a certificate, or need one");
    public static final Setting<Optional<Path>> TLS_CLIENT_AUTHORITY = listed(
            "http.tls.client-authority",
            "",
            ValueForm.optionalPath(),
            "PEM file with those who may vouch for clients, nothing for those that the JDK trusts");
    public static final Setting<Duration> TLS_HANDSHAKE =
            listed("http.tls.handshake-time", "10s", timeLimit(), "longest time for a TLS handshake");
    public static final Setting<Integer> TLS_HANDSHAKES = listed(
            "http.tls.handshakes",
            Integer.toString(TlsSettings.DEFAULT_HANDSHAKES_WAITING),
            ValueForm.number(1, 100_000),
            "TLS handshakes that wait to be computed, one more connection is closed");

    public static final Setting<Integer> EVENT_STREAMS = listed(
            "http.limit.event-streams",
            "10000",
            ValueForm.number(1, Integer.MAX_VALUE),
            "streams of events open at once, one more gets 503");
    public static final Setting<Duration> EVENT_HEARTBEAT = listed(
            "http.events.heartbeat",
            "15s",
            timeLimit(),
            "how long a stream of events is silent before a sign of life is sent");

    public static final Setting<List<String>> CORS_ORIGINS =
            listed("cors.origins", "", ValueForm.list(), "origins whose pages may read answers, nothing for none");
    public static final Setting<List<String>> CORS_METHODS =
            listed("cors.methods", "", ValueForm.list(), "methods they may use, nothing for those of the route");
    public static final Setting<List<String>> CORS_HEADERS =
            listed("cors.headers", "*", ValueForm.list(), "header fields that they may send, * for any");
    public static final Setting<List<String>> CORS_EXPOSED =
            listed("cors.exposed", "", ValueForm.list(), "header fields of answers that they may read");
    public static final Setting<Boolean> CORS_CREDENTIALS =
            listed("cors.credentials", "false", ValueForm.yesOrNo(), "whether they may send cookies along");
    public static final Setting<Duration> CORS_MAX_AGE = listed(
            "cors.max-age",
            "30m",
            ValueForm.duration(Duration.ZERO, HttpLimits.LONGEST_TIME),
            "how long a browser need not ask again");

    public static final Setting<Path> PACKAGES =
            listed("packages.path", "packages", ValueForm.path(), "folder with the packages, each a folder of its own");
    public static final Setting<String> ENVIRONMENT = listed(
            "packages.environment",
            "",
            ValueForm.text(),
            "whose files of properties packages read besides, prod for application-prod.properties");
    public static final Setting<Duration> HOOK_TIME = listed(
            "packages.hook-time",
            "10s",
            ValueForm.duration(HttpLimits.SHORTEST_TIME, HttpLimits.LONGEST_TIME),
            "how long a service may take to be made, a start hook, requests when their package stops,"
                    + " and its stop hooks");
    public static final Setting<Boolean> STRICT = listed(
            "packages.strict",
            "false",
            ValueForm.yesOrNo(),
            "whether the server ends with exit code 1 when a required package does not start with it");
    public static final Setting<Integer> TRASH = listed(
            "packages.trash",
            "10",
            ValueForm.number(0, 1_000),
            "how many replaced or deleted packages are kept under data/trash");
    public static final Setting<Long> UNPACKED = listed(
            "packages.limit.unpacked",
            "256MiB",
            ValueForm.size(1L << 40),
            "largest package that is sent in, unpacked, else 413");
    public static final Setting<Boolean> MONITOR = listed(
            "monitor.enabled", "true", ValueForm.yesOrNo(), "whether invocations are recorded while a rule is enabled");
    public static final Setting<Boolean> MONITOR_ALWAYS = listed(
            "monitor.always",
            "false",
            ValueForm.yesOrNo(),
            "whether invocations are recorded while no rule is enabled");
    public static final Setting<Boolean> TRACKER =
            listed("tracker.enabled", "false", ValueForm.yesOrNo(), "whether transactions are kept");
    public static final Setting<Optional<Path>> TRACKERS = listed(
            "tracker.rules",
            "",
            ValueForm.optionalPath(),
            "a trackers.xml that says what is tracked, nothing for all of /api");
    public static final Setting<Boolean> TRACKER_CLIENT = listed(
            "tracker.client",
            "false",
            ValueForm.yesOrNo(),
            "whether transactions say which servers were called by the HTTP client that services are given");
    public static final Setting<List<String>> RECORDS_MASK = listed(
            "records.mask",
            String.join(",", Mask.USUAL),
            ValueForm.list(),
            "names of fields and parameters whose values are hidden before they are recorded");
    public static final Setting<Integer> RECORDS_CPU = listed(
            "records.indexing.cpu",
            "25",
            ValueForm.number(1, 100),
            "per cent of one processor that sealing records may take while requests are in flight; a fifth of it while"
                    + " processors are short, for 10 s");
    public static final Setting<Integer> RECORDS_DAYS =
            listed("records.retention.days", "30", ValueForm.number(1, 36_500), "how many days records are kept");
    public static final Setting<Long> RECORDS_BYTES = listed(
            "records.retention.bytes",
            "10GiB",
            ValueForm.size(1L << 50),
            "how much room sealed records may take; the oldest go first");
    public static final Setting<SyncPolicy> DOCUMENTS_SYNC = listed(
            "documents.sync",
            "always",
            ValueForm.sync(),
            "when durable documents are on the disk: always before a write is acknowledged, interval:5s at most 5 s later,"
                    + " none whenever the system likes");
    public static final Setting<Duration> DOCUMENTS_WAIT = listed(
            "documents.wait",
            "10s",
            ValueForm.duration(Duration.ofMillis(1), Duration.ofMinutes(10)),
            "longest time that a write waits for another change of its document, or for a disk that is behind, else 503");
    public static final Setting<Long> DOCUMENTS_FEED = listed(
            "documents.feed",
            "256MiB",
            ValueForm.size(1L << 50),
            "how much of the journal is kept for those who follow changes, beyond what documents need");
    public static final Setting<Boolean> DOCUMENTS_WEBHOOKS_PRIVATE = listed(
            "documents.webhooks.private",
            "false",
            ValueForm.yesOrNo(),
            "whether webhooks of documents may be on this machine and its network");
    public static final Setting<ReplicatedStorage> DOCUMENTS_REPLICATED = listed(
            "documents.replicated",
            "cluster",
            ValueForm.oneOf(ReplicatedStorage.class),
            "where documents are that are declared as replicated: in the cluster, or local to have them durable here");
    public static final Setting<List<String>> CLUSTER_URL = listed(
            "cluster.url",
            "",
            ValueForm.list(),
            "servers of NATS that hold what is replicated, nats://host:4222 or tls://host:4222; nothing for no cluster");
    public static final Setting<String> CLUSTER_NAME = listed(
            "cluster.name", "vesper", ValueForm.text(), "those that share servers and this name share documents");
    public static final Setting<Integer> CLUSTER_REPLICAS = listed(
            "cluster.replicas", "3", ValueForm.number(1, 5), "on how many of the servers each document is: 1, 3 or 5");
    public static final Setting<Optional<Path>> CLUSTER_CREDENTIALS = listed(
            "cluster.credentials",
            "",
            ValueForm.optionalPath(),
            "file of the credentials by which this server may use them, nothing for none");
    public static final Setting<String> CLUSTER_USER = listed(
            "cluster.user",
            "",
            ValueForm.text(),
            "who uses the servers of NATS, where they ask for a name and a password");
    public static final Setting<String> CLUSTER_PASSWORD =
            listed(new Setting<>("cluster.password", "", ValueForm.text(), true, "the password of cluster.user"));
    public static final Setting<Optional<Path>> CLUSTER_TRUST = listed(
            "cluster.tls.trust",
            "",
            ValueForm.optionalPath(),
            "PEM file with the certificates to trust of tls:// and https:// servers, nothing for those of the JDK");
    public static final Setting<Optional<Path>> CLUSTER_CERTIFICATE = listed(
            "cluster.tls.certificate",
            "",
            ValueForm.optionalPath(),
            "PEM file with the certificate that this server shows them, nothing for none");
    public static final Setting<Optional<Path>> CLUSTER_KEY = listed(
            "cluster.tls.key",
            "",
            ValueForm.optionalPath(),
            "PEM file with the key of cluster.tls.certificate, PKCS #8 without a password");
    public static final Setting<List<String>> CLUSTER_MONITORING = listed(
            "cluster.monitoring",
            "",
            ValueForm.list(),
            "where each of them is asked whether it syncs what it acknowledges; nothing for http://host:8222 of each in"
                    + " cluster.url, https:// of one with tls://");
    public static final Setting<ClusterSync> CLUSTER_SYNC = listed(
            "cluster.sync",
            "always",
            ValueForm.oneOf(ClusterSync.class),
            "always refuses servers that acknowledge what is not on their disks; with relaxed a power cut may take the last"
                    + " two minutes");
    public static final Setting<String> CLUSTER_ADDRESS = listed(
            "cluster.address",
            "",
            ValueForm.text(),
            "where the other servers and people reach this one, nothing for the address that it listens on");
    public static final Setting<Duration> CLUSTER_WAIT = listed(
            "cluster.wait",
            "2s",
            ValueForm.duration(Duration.ofMillis(100), Duration.ofMinutes(1)),
            "longest time that a write waits for the cluster, else 503");
    public static final Setting<RulesScope> CLUSTER_RULES = listed(
            "cluster.rules",
            "cluster",
            ValueForm.oneOf(RulesScope.class),
            "cluster has the same rules of Monitor and throttling on all servers; with node each has its own");
    public static final Setting<Path> DATA = listed("data.path", "data", ValueForm.path(), "folder for what is kept");
    public static final Setting<String> ADMIN_TOKEN = listed(new Setting<>(
            "admin.token",
            "",
            ValueForm.text(),
            true,
            "bearer token that opens /admin to other machines, nothing for none"));
    public static final Setting<LoopbackAccess> ADMIN_LOOPBACK = listed(
            "admin.loopback",
            "proof",
            ValueForm.oneOf(LoopbackAccess.class),
            "whether callers on this machine need proof for /admin as soon as there is an operator or admin.token; trusted"
                    + " lets them in without");
    public static final Setting<DefaultAccess> ACCESS_DEFAULT = listed(
            "access.default",
            "automatic",
            ValueForm.oneOf(DefaultAccess.class),
            "who may call what no rule and no annotation mentions: open for everyone, deny for operators only; automatic is"
                    + " open on a loopback address and deny on any other");
    public static final Setting<Duration> ACCESS_TOKEN_TIME = listed(
            "access.token.time",
            "1h",
            ValueForm.duration(Duration.ofSeconds(10), Duration.ofDays(1)),
            "lifetime of the access tokens that /oauth/token issues");
    public static final Setting<Duration> ACCESS_REFRESH_TIME = listed(
            "access.token.refresh-time",
            "12h",
            ValueForm.duration(Duration.ofSeconds(10), Duration.ofDays(365)),
            "lifetime of refresh tokens, counted from their last use");
    public static final Setting<String> ACCESS_ISSUER = listed(
            "access.issuer",
            "vesper",
            ValueForm.text(),
            "issuer and audience of the tokens of this server, the same on all nodes of a cluster");
    public static final Setting<Level> LOG_LEVEL =
            listed("log.level", "info", ValueForm.oneOf(Level.class), "least severe events that are logged");
    public static final Setting<LogFormat> LOG_FORMAT = listed(
            "log.format",
            "text",
            ValueForm.oneOf(LogFormat.class),
            "format of the log: lines for people, or JSON objects");

    public static final List<Setting<?>> ALL = Collections.unmodifiableList(LISTED);

    private Keys() {}

    /** Returns the setting with this key. */
    public static Optional<Setting<?>> find(String key) {
        for (Setting<?> setting : ALL) if (setting.key().equals(key)) return Optional.of(setting);
        return Optional.empty();
    }

    /** Returns the form of a timeout for clients of the server. */
    private static ValueForm<Duration> timeLimit() {
        return ValueForm.duration(HttpLimits.SHORTEST_TIME, HttpLimits.LONGEST_TIME);
    }

    /** Returns the form of a timeout of the HTTP client. */
    private static ValueForm<Duration> clientTime() {
        return ValueForm.duration(ClientTimeouts.SHORTEST, ClientTimeouts.LONGEST);
    }

    private static <T> Setting<T> listed(String key, String defaultText, ValueForm<T> form, String description) {
        return listed(Setting.of(key, defaultText, form, description));
    }

    private static <T> Setting<T> listed(Setting<T> setting) {
        LISTED.add(setting);
        return setting;
    }
}
