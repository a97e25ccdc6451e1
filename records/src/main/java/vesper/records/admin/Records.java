package vesper.records.admin;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.ExchangeListener;
import vesper.http.Handler;
import vesper.http.HeldBytes;
import vesper.http.Response;
import vesper.http.client.HttpClient;
import vesper.journal.Journal;
import vesper.journal.JournalStoppedException;
import vesper.journal.files.DurableFolder;
import vesper.records.Transactions;
import vesper.records.capture.Capture;
import vesper.records.capture.InProcess;
import vesper.records.capture.Recorder;
import vesper.records.capture.RecordingRules;
import vesper.records.capture.Routes;
import vesper.records.masks.Mask;
import vesper.records.recent.RecentExchanges;
import vesper.records.rules.MonitorRule;
import vesper.records.rules.MonitorRules;
import vesper.records.rules.RuleBook;
import vesper.records.rules.ThrottlingRule;
import vesper.records.rules.ThrottlingRules;
import vesper.records.rules.TrackerRule;
import vesper.records.rules.TrackerRules;
import vesper.records.rules.TrackersXml;
import vesper.records.search.Pace;
import vesper.records.store.RecordStore;
import vesper.records.store.StoreStatus;
import vesper.records.throttling.Throttling;
import vesper.records.watching.Watch;
import vesper.records.watching.WatchCounts;

/**
 * Monitor, Tracker and throttling of one server: what decides whether something is recorded, and where it goes. The
 * files of records are opened when there are some, or when something is to be recorded for the first time.
 */
public final class Records implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Records.class);
    private static final MonitorRule ALWAYS = MonitorRule.named("monitor.always");

    private static final int TAP_SHARE = 32;
    static final Duration LONGEST_IN_PROCESS = Duration.ofSeconds(60);
    /** Of the heap, for what pages of hits hold together. */
    private static final int PAGES_SHARE = 32;
    /** Of the largest answer, for one page: what is written of it may be larger, by spaces or as XML. */
    private static final int PAGE_SHARE = 4;

    private static final long LARGEST_PAGE_BYTES = 8 << 20;

    private final Path folder;
    private final RecordingSettings settings;
    private final Clock clock;
    private final Capture capture;
    private final Routes routes;
    private final RecentExchanges recent = new RecentExchanges();
    private final RuleBook<MonitorRule> monitorRules;
    private final RuleBook<ThrottlingRule> throttlingRules;
    private final PackageRules packageRules;
    private final Function<Object, byte[]> json;
    private final Watch watch;
    /** Answers callbacks to paths, which are no exchanges. */
    private volatile Handler unrecorded = _ -> Response.of(503);

    private volatile @Nullable Handler handler;
    private final SearchTurns searches = new SearchTurns();
    private final HeldBytes pages = new HeldBytes(Runtime.getRuntime().maxMemory() / PAGES_SHARE);
    private volatile LongSupplier inFlight = () -> 0;
    private volatile @Nullable RecordStore store;
    private List<MonitorRule> rules = List.of();
    private String trouble = "";
    /** Why there is no store where there should be one; for who asks for the status. */
    private volatile String untaken = "";

    private boolean monitorEnabled;
    private boolean trackerEnabled;
    private boolean monitorAlways;
    private boolean started;
    private boolean closed;
    /** For whoever asks while a disk is waited for; the rest is under the lock. */
    private volatile Switches switches;

    private Records(
            Path folder,
            RecordingSettings settings,
            Routes routes,
            Clock clock,
            Function<Object, byte[]> json,
            HttpClient client,
            TrackerRules trackerRules)
            throws IOException {
        this.folder = folder;
        this.settings = settings;
        this.clock = clock;
        this.json = json;
        this.packageRules = new PackageRules(trackerRules);
        this.monitorEnabled = settings.monitor();
        this.trackerEnabled = settings.tracker();
        this.monitorAlways = settings.monitorAlways();
        this.switches = switches();
        long tapBytes = Runtime.getRuntime().maxMemory() / TAP_SHARE;
        this.routes = routes;
        this.capture = new Capture(this::journal, routes, clock, json, tapBytes);
        this.monitorRules = RuleBook.ofMonitor(folder);
        this.throttlingRules = RuleBook.ofThrottling(folder);
        this.watch = Watch.of(
                folder.resolve("callbacks"),
                clock,
                row -> json.apply(MonitorRecord.of(row)),
                json,
                client,
                request -> unrecorded.handle(request));
    }

    /**
     * Reads the rules; nothing is recorded before {@link #start}.
     *
     * @param folder which is made where it is missing
     * @param json makes JSON of what code gives as payloads of states
     * @param client calls the callbacks of rules
     * @throws IOException where rules cannot be read
     */
    public static Records open(
            Path folder,
            RecordingSettings settings,
            TrackerRules trackerRules,
            Routes routes,
            Clock clock,
            Function<Object, byte[]> json,
            HttpClient client)
            throws IOException {
        DurableFolder.make(folder);
        return new Records(folder, settings, routes, clock, json, client, trackerRules);
    }

    /** A handler around the one that answers: it throttles, except operators, and notes what is answered. */
    public Handler around(Handler next) {
        unrecorded = next;
        Throttling throttling = new Throttling(next, clock, new SecureRandom());
        throttlingRules.onChange(changed -> throttling.use(ThrottlingRules.of(changed)));
        // An operator must be able to take a limit back.
        Handler limited = request -> isOperators(request.path()) ? next.handle(request) : throttling.handle(request);
        Handler recording = new Recorder(limited, capture);
        handler = recording;
        return recording;
    }

    private static boolean isOperators(String path) {
        return path.startsWith("/admin/") || path.startsWith("/health/");
    }

    /** Carries out requests as if they had come over a wire. */
    InProcess inProcess() {
        Handler known = handler;
        if (known == null) throw new IllegalStateException("there is no handler yet");
        return new InProcess(known, capture, clock, LONGEST_IN_PROCESS);
    }

    Capture capture() {
        return capture;
    }

    byte[] json(Object value) {
        return json.apply(value);
    }

    /** Begins transactions for code that handles no request. */
    public Transactions transactions() {
        return capture;
    }

    /** Told of every exchange. */
    public ExchangeListener listener() {
        return capture;
    }

    /** The last exchanges; to be told of every exchange too. */
    public RecentExchanges recent() {
        return recent;
    }

    /** What is known of routes. */
    Routes routes() {
        return routes;
    }

    public RuleBook<MonitorRule> monitorRules() {
        return monitorRules;
    }

    public RuleBook<ThrottlingRule> throttlingRules() {
        return throttlingRules;
    }

    /**
     * The server runs; from now on it is recorded as was decided. Records are no reason not to serve: where their files
     * cannot be used, since a disk can only be read, say, nothing is recorded, and {@link #status} says why.
     *
     * @param requestsInFlight which sealing must not hinder
     */
    public synchronized void start(LongSupplier requestsInFlight) throws IOException {
        inFlight = requestsInFlight;
        started = true;
        if (RecordStore.isThere(folder)) openedAtStart();
        monitorRules.onChange(this::ruledBy);
    }

    /**
     * What a package says of what is tracked; nothing more where {@code rules} is empty.
     *
     * @see TrackersXml
     */
    public synchronized void trackersOf(String packageName, List<TrackerRule> rules) {
        if (packageRules.change(packageName, rules)) decide();
    }

    private synchronized void ruledBy(List<MonitorRule> changed) {
        rules = changed;
        decide();
    }

    /** @throws IOException where the files of records cannot be opened */
    public synchronized void enableTracker(boolean enabled) throws IOException {
        trackerEnabled = enabled;
        decide();
        if (enabled && !trouble.isEmpty()) throw new IOException(trouble);
    }

    /** @throws IOException where the files of records cannot be opened */
    public synchronized void enableMonitor(boolean enabled) throws IOException {
        monitorEnabled = enabled;
        decide();
        if (enabled && !trouble.isEmpty()) throw new IOException(trouble);
    }

    /**
     * Whether invocations are recorded while no rule is enabled.
     *
     * @throws IOException where the files of records cannot be opened
     */
    public synchronized void monitorAlways(boolean always) throws IOException {
        monitorAlways = always;
        decide();
        if (always && !trouble.isEmpty()) throw new IOException(trouble);
    }

    /** How the switches are set, whether there is something to record or not; never waits. */
    public SetSwitches set() {
        return switches.set;
    }

    /**
     * The switches of an operator.
     *
     * @param monitor whether invocations are recorded while a rule is enabled
     * @param monitorAlways whether also while none is
     * @param tracker whether transactions are kept
     */
    public record SetSwitches(boolean monitor, boolean monitorAlways, boolean tracker) {}

    /** As was decided last; never waits. */
    public Switch tracker() {
        return switches.tracker;
    }

    /** As was decided last; never waits. */
    public Switch monitor() {
        return switches.monitor;
    }

    private record Switches(Switch monitor, Switch tracker, SetSwitches set) {}

    private Switches switches() {
        return new Switches(
                monitorSwitch(), trackerSwitch(), new SetSwitches(monitorEnabled, monitorAlways, trackerEnabled));
    }

    private Switch trackerSwitch() {
        if (!trackerEnabled)
            return new Switch(false, "it is switched off; PUT true to /admin/tracker/enabled switches it on");
        if (packageRules.all().isEmpty()) return new Switch(false, "trackers.xml has no tracker");
        return trouble.isEmpty() ? new Switch(true, "it is switched on") : new Switch(false, trouble);
    }

    private Switch monitorSwitch() {
        long enabled = rules.stream().filter(MonitorRule::enabled).count();
        if (!monitorEnabled)
            return new Switch(false, "it is switched off; PUT true to /admin/monitor/enabled switches it on");
        if (!trouble.isEmpty()) return new Switch(false, trouble);
        if (enabled > 0) return new Switch(true, enabled == 1 ? "1 rule is enabled" : enabled + " rules are enabled");
        return monitorAlways ? new Switch(true, "monitor.always is set") : new Switch(false, "no rule is enabled");
    }

    private void decide() {
        if (started && !closed) carryOut();
        switches = switches();
    }

    private void carryOut() {
        RecordingRules decided = new RecordingRules(monitoring(), tracking(), Mask.of(settings.mask()));
        try {
            if (!decided.isEmpty()) opened();
            // Before anything is recorded by them, so that nothing is missed.
            watch.use(rules, store().map(RecordStore::journals).orElse(List.of()));
            trouble = "";
            if (store != null) untaken = "";
            capture.decideBy(decided.isEmpty() ? null : decided);
        } catch (IOException e) {
            trouble = "records cannot be kept: " + e.getMessage();
            untaken = trouble;
            capture.decideBy(null);
            LOG.error("records cannot be kept", e);
        }
    }

    private MonitorRules monitoring() {
        if (!monitorEnabled) return MonitorRules.NONE;
        MonitorRules enabled = MonitorRules.of(rules);
        return enabled.isEmpty() && monitorAlways ? MonitorRules.of(List.of(ALWAYS)) : enabled;
    }

    private TrackerRules tracking() {
        return trackerEnabled ? packageRules.all() : TrackerRules.NONE;
    }

    /** The store; empty where nothing was ever recorded. */
    public Optional<RecordStore> store() {
        return Optional.ofNullable(store);
    }

    /** @throws IOException where another process has them */
    private void openedAtStart() throws IOException {
        try {
            opened();
        } catch (FileSystemException e) {
            untaken = "records cannot be kept, nor found: " + e;
            LOG.error("{}", untaken);
        }
    }

    private void opened() throws IOException {
        if (store != null) return;
        store = RecordStore.open(folder, capture.loops(), settings.store(), clock, () -> inFlight.getAsLong() > 0);
    }

    private Journal journal(int loop) {
        RecordStore known = store;
        if (known == null) throw new IllegalStateException("nothing is to be recorded");
        return loop == Capture.OTHERS ? known.ofOthers() : known.ofLoop(loop);
    }

    /** Lets a search go on as fast as it can while nothing else is asked, and for half of the time otherwise. */
    Pace pace() {
        return new SharedPace(() -> inFlight.getAsLong() > 1);
    }

    /** Turns of those who search. */
    SearchTurns searches() {
        return searches;
    }

    /** Room for a page of hits. */
    PageBytes page() {
        return new PageBytes(pages, Math.min(LARGEST_PAGE_BYTES, settings.answerBytes() / PAGE_SHARE));
    }

    Clock clock() {
        return clock;
    }

    public StoreStatus status() {
        return store().map(RecordStore::status).orElseGet(() -> StoreStatus.nothing(untaken));
    }

    /** What became of the callbacks and webhooks of rules. */
    public WatchCounts callbacks() {
        return watch.counts();
    }

    /** Exchanges that were recorded since the start. */
    public long kept() {
        return capture.keptCount();
    }

    /** Exchanges that should have been recorded and were not. */
    public long lost() {
        return capture.lostCount();
    }

    /** After the server has stopped. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        capture.decideBy(null);
        watch.close();
        RecordStore known = store;
        if (known == null) return;
        try {
            known.close();
        } catch (JournalStoppedException e) {
            // Nothing that the server could do about it when it ends.
            LOG.error("not all that was recorded is known to be on the disk: {}", e.getMessage());
        }
    }
}
