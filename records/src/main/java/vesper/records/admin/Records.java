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
import vesper.http.Audience;
import vesper.http.ExchangeListener;
import vesper.http.Filter;
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
import vesper.records.capture.RecordedInvocations;
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
import vesper.records.search.SearchPace;
import vesper.records.store.RecordStore;
import vesper.records.store.StoreStatus;
import vesper.records.throttling.Throttling;
import vesper.records.watching.Watch;
import vesper.records.watching.WatchCounts;
import vesper.rest.triggers.Invocations;
import vesper.rest.triggers.Trigger;

/**
 * The Monitor, the Tracker and throttling of one server: decides which exchanges are recorded, and owns the record
 * files. The files are opened if they exist, or else when something is to be recorded for the first time.
 */
public final class Records implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Records.class);
    private static final MonitorRule ALWAYS = MonitorRule.named("monitor.always");

    private static final int TAP_SHARE = 32;
    static final Duration LONGEST_IN_PROCESS = Duration.ofSeconds(60);
    /** Divisor of the heap size; limits the memory of all pages of hits together. */
    private static final int PAGES_SHARE = 32;
    /**
     * Divisor of the largest response, for one page. The response may be larger than the page's JSON: as XML, or
     * indented.
     */
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
    private final Throttling throttling;
    private final PackageRules packageRules;
    private final Function<Object, byte[]> json;
    private final Watch watch;
    private final ResubmissionTrigger resubmission = new ResubmissionTrigger();
    /** Handles callbacks to paths of this server, which are neither throttled nor recorded. */
    private volatile Handler unrecorded = _ -> Response.of(503);

    private volatile @Nullable Handler handler;
    private final SearchPermits searches = new SearchPermits();
    private final HeldBytes pages = new HeldBytes(Runtime.getRuntime().maxMemory() / PAGES_SHARE);
    private volatile LongSupplier inFlight = () -> 0;
    private volatile @Nullable RecordStore store;
    private List<MonitorRule> rules = List.of();
    private String trouble = "";
    /** Reason why there is no store although there should be one, for the status. */
    private volatile String untaken = "";

    private boolean monitorEnabled;
    private boolean trackerEnabled;
    private boolean monitorAlways;
    private boolean started;
    private boolean closed;
    /**
     * Published for readers, which must not wait for the lock while a change waits for the disk. The fields above are
     * guarded by the lock.
     */
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
        this.monitorRules = RuleBook.ofMonitor(folder, path -> routes.audienceOf(path) == Audience.OPERATOR);
        this.throttlingRules = RuleBook.ofThrottling(folder);
        this.throttling = new Throttling(routes, clock, new SecureRandom());
        this.watch = Watch.of(
                folder.resolve("callbacks"),
                clock,
                row -> json.apply(MonitorRecord.of(row)),
                json,
                client,
                request -> unrecorded.handle(request));
    }

    /**
     * Reads the rules. Nothing is recorded until {@link #start}.
     *
     * @param folder created if it does not exist
     * @param json converts payloads of states, as given by code, to JSON
     * @param client calls the callbacks of rules
     * @throws IOException if the rules cannot be read
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
        DurableFolder.create(folder);
        Records records = new Records(folder, settings, routes, clock, json, client, trackerRules);
        records.throttlingRules.onChange(changed -> records.throttling.use(ThrottlingRules.of(changed)));
        return records;
    }

    /** Returns the filter that records exchanges. */
    public Filter recording() {
        return new Recorder(capture);
    }

    /** Returns the filter that rejects requests beyond the limits of the throttling rules. */
    public Filter throttling() {
        return throttling;
    }

    /**
     * Sets the handlers of requests that do not come over the network.
     *
     * @param recorded handles resubmitted requests: the pipeline from {@link #recording} on
     * @param unrecorded handles callbacks to paths of this server, which are neither recorded nor throttled
     */
    public void setHandlers(Handler recorded, Handler unrecorded) {
        this.handler = recorded;
        this.unrecorded = request ->
                routes.of(request).audience() == Audience.OPERATOR ? Response.of(403) : unrecorded.handle(request);
    }

    /**
     * Returns what runs and records the work of triggers.
     *
     * @param filters run around each piece of work, see {@link #recording} and {@link #throttling}
     */
    public Invocations invocations(List<Filter> filters) {
        return new RecordedInvocations(filters, capture, clock);
    }

    /** Returns the triggers of records: callbacks, and resubmissions. */
    public List<Trigger> triggers() {
        return List.of(watch.trigger(), resubmission);
    }

    ResubmissionTrigger resubmission() {
        return resubmission;
    }

    /** Returns an executor that handles requests as if they had come over the network. */
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

    /** Returns a factory of transactions for code outside of requests. */
    public Transactions transactions() {
        return capture;
    }

    /** Returns the listener to be notified of every exchange. */
    public ExchangeListener listener() {
        return capture;
    }

    /** Returns the recent exchanges; they too must be notified of every exchange. */
    public RecentExchanges recent() {
        return recent;
    }

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
     * Starts recording, once the server runs. If the record files cannot be used, for example on a read-only disk, the
     * server runs without recording and {@link #status} reports the reason.
     *
     * @param requestsInFlight number of requests in progress, to which sealing yields
     */
    public synchronized void start(LongSupplier requestsInFlight) throws IOException {
        inFlight = requestsInFlight;
        started = true;
        if (RecordStore.isThere(folder)) openStoreAtStart();
        monitorRules.onChange(this::setRules);
    }

    /**
     * Replaces the tracking rules of a package; an empty list removes them.
     *
     * @see TrackersXml
     */
    public synchronized void setTrackers(String packageName, List<TrackerRule> rules) {
        if (packageRules.change(packageName, rules)) decide();
    }

    private synchronized void setRules(List<MonitorRule> changed) {
        rules = changed;
        decide();
    }

    /**
     * Switches the Tracker on or off.
     *
     * @throws IOException if the record files cannot be opened
     */
    public synchronized void enableTracker(boolean enabled) throws IOException {
        trackerEnabled = enabled;
        decide();
        if (enabled && !trouble.isEmpty()) throw new IOException(trouble);
    }

    /**
     * Switches the Monitor on or off.
     *
     * @throws IOException if the record files cannot be opened
     */
    public synchronized void enableMonitor(boolean enabled) throws IOException {
        monitorEnabled = enabled;
        decide();
        if (enabled && !trouble.isEmpty()) throw new IOException(trouble);
    }

    /**
     * Sets whether invocations are recorded while no rule is enabled.
     *
     * @throws IOException if the record files cannot be opened
     */
    public synchronized void monitorAlways(boolean always) throws IOException {
        monitorAlways = always;
        decide();
        if (always && !trouble.isEmpty()) throw new IOException(trouble);
    }

    /** Returns the switches as set, whether or not there is anything to record. Never blocks. */
    public SetSwitches set() {
        return switches.set;
    }

    /**
     * The operator's switches.
     *
     * @param monitor whether invocations are recorded while a rule is enabled
     * @param monitorAlways whether they are also recorded while no rule is enabled
     * @param tracker whether transactions are kept
     */
    public record SetSwitches(boolean monitor, boolean monitorAlways, boolean tracker) {}

    /** Returns the Tracker's current state. Never blocks. */
    public Switch tracker() {
        return switches.tracker;
    }

    /** Returns the Monitor's current state. Never blocks. */
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
            if (!decided.isEmpty()) openStore();
            // Before anything is recorded by the new rules, so that no record is missed.
            watch.use(rules, store().map(RecordStore::journals).orElse(List.of()));
            trouble = "";
            if (store != null) untaken = "";
            capture.setRules(decided.isEmpty() ? null : decided);
        } catch (IOException e) {
            trouble = "records cannot be kept: " + e.getMessage();
            untaken = trouble;
            capture.setRules(null);
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

    /** Returns the store; empty if nothing has ever been recorded. */
    public Optional<RecordStore> store() {
        return Optional.ofNullable(store);
    }

    /**
     * Opens the store; only logs a failure of the disk.
     *
     * @throws IOException if another process uses the files
     */
    private void openStoreAtStart() throws IOException {
        try {
            openStore();
        } catch (FileSystemException e) {
            untaken = "records cannot be kept, nor found: " + e;
            LOG.error("{}", untaken);
        }
    }

    private void openStore() throws IOException {
        if (store != null) return;
        store = RecordStore.open(folder, capture.loops(), settings.store(), clock, () -> inFlight.getAsLong() > 0);
    }

    private Journal journal(int loop) {
        RecordStore known = store;
        if (known == null) throw new IllegalStateException("nothing is to be recorded");
        return loop == Capture.OTHERS ? known.ofOthers() : known.ofLoop(loop);
    }

    /** Returns a pace for a search: full speed while no other request is in progress, half of the time otherwise. */
    SearchPace pace() {
        return new SharedPace(() -> inFlight.getAsLong() > 1);
    }

    /** Returns the permits for searches. */
    SearchPermits searches() {
        return searches;
    }

    /** Returns a limit for a new page of hits. */
    PageBytes page() {
        return new PageBytes(pages, Math.min(LARGEST_PAGE_BYTES, settings.answerBytes() / PAGE_SHARE));
    }

    Clock clock() {
        return clock;
    }

    public StoreStatus status() {
        return store().map(RecordStore::status).orElseGet(() -> StoreStatus.nothing(untaken));
    }

    /** Returns counts of the messages to callbacks and webhooks. */
    public WatchCounts callbacks() {
        return watch.counts();
    }

    /** Returns the number of exchanges recorded since the start. */
    public long kept() {
        return capture.keptCount();
    }

    /** Returns the number of exchanges that should have been recorded and were not. */
    public long lost() {
        return capture.lostCount();
    }

    /** Stops recording and closes the files. To be called after the server has stopped. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        capture.setRules(null);
        watch.close();
        RecordStore known = store;
        if (known == null) return;
        try {
            known.close();
        } catch (JournalStoppedException e) {
            // The server is stopping and cannot do anything about it.
            LOG.error("not all that was recorded is known to be on the disk: {}", e.getMessage());
        }
    }
}
