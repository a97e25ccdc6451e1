package vesper.services.webhooks;

import java.io.Closeable;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.Page;
import vesper.documents.StateForm;
import vesper.documents.Write;
import vesper.http.client.ClientLimits;
import vesper.http.client.HttpClient;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemType;
import vesper.rest.triggers.RunningTrigger;
import vesper.rest.triggers.Triggers;
import vesper.services.changes.ChangeText;
import vesper.services.timers.TimerBook;

/** The webhooks of all collections. Thread-safe. */
public final class Webhooks implements Closeable {
    private static final int MOST_OF_COLLECTION = 16;
    private static final int MOST = 256;
    private static final int MOST_NAME_CHARACTERS = 64;
    private static final int MOST_LISTED = 1000;
    private static final long MOST_ANSWERED_BYTES = 64 << 10;

    private final DocumentCollection<Webhook> hooks;
    private final DocumentCollection<WebhookPlace> places;
    private final Predicate<InetAddress> reachable;
    private final ChangeText texts;
    private final Patience patience;
    private final InstantSource clock;
    private final SecureRandom random;
    /** Running deliveries by webhook id. */
    private final TreeMap<String, Following> deliveries = new TreeMap<>();

    private final Triggers triggers;
    /** A webhook whose changes are delivered. */
    private record Following(DeliveryTrigger trigger, RunningTrigger running) {}

    /** The package of each collection that is followed. */
    private final Map<String, String> owners = new HashMap<>();

    /** Created for the first delivery. */
    private @Nullable HttpClient client;

    private Webhooks(
            Documents documents,
            Predicate<InetAddress> reachable,
            Patience patience,
            Codec codec,
            InstantSource clock,
            SecureRandom random,
            Triggers triggers) {
        CollectionPolicy policy = CollectionPolicy.DURABLE.withVersions(1);
        this.hooks =
                documents.collection(TimerBook.OWN_PREFIX + "webhooks", StateForm.of(Webhook.class, codec), policy);
        this.places = documents.collection(
                TimerBook.OWN_PREFIX + "webhook-places", StateForm.of(WebhookPlace.class, codec), policy);
        this.reachable = reachable;
        this.texts = new ChangeText(codec);
        this.patience = patience;
        this.clock = clock;
        this.random = random;
        this.triggers = triggers;
    }

    /**
     * Opens the stored webhooks. Deliveries start with {@link #follow}.
     *
     * @param codec codec for the platform's classes
     * @param triggers lists and runs the deliveries
     */
    public static Webhooks open(
            Documents documents,
            WebhookSettings settings,
            Codec codec,
            InstantSource clock,
            SecureRandom random,
            Triggers triggers) {
        return new Webhooks(
                documents,
                settings.mayBePrivate() ? _ -> true : PublicAddresses::has,
                settings.patience(),
                codec,
                clock,
                random,
                triggers);
    }

    /** Starts the deliveries for a collection. Each webhook continues at its position. */
    public synchronized <T> void follow(String packageName, DocumentCollection<T> documents, StateForm<T> form) {
        owners.put(documents.name(), packageName);
        for (Document<Webhook> each : all()) {
            if (each.value().collection().equals(documents.name())) begin(each.value(), documents, form);
        }
    }

    private <T> void begin(Webhook hook, DocumentCollection<T> documents, StateForm<T> form) {
        DocumentId id = idOf(hook.collection(), hook.name());
        end(id);
        WebhookPlace place = place(id, hook);
        if (!hook.enabled() || place.endedWhy() != null) return;
        Receiver receiver = new Receiver(client(), clock, hook);
        DeliveryTrigger trigger = new DeliveryTrigger(
                hook,
                place,
                (invoker, from) -> new Delivery<>(
                        hook, id, from, documents, form, places, receiver, texts, patience, clock, invoker));
        String packageName = owners.getOrDefault(hook.collection(), "");
        deliveries.put(id.text(), new Following(trigger, triggers.run(trigger, packageName)));
    }

    private synchronized HttpClient client() {
        HttpClient known = client;
        if (known == null) {
            client = known = HttpClient.builder()
                    .limits(ClientLimits.DEFAULTS.withBodyBytes(MOST_ANSWERED_BYTES))
                    .userAgent("vesper-webhooks")
                    .connectingTo(reachable)
                    .build();
        }
        return known;
    }

    private void end(DocumentId id) {
        Following running = deliveries.remove(id.text());
        if (running != null) triggers.end(running.running());
    }

    /** Stops the deliveries for a collection. */
    public synchronized void leave(String collection) {
        for (Document<Webhook> each : all()) {
            if (each.value().collection().equals(collection)) end(each.id());
        }
    }

    /** Returns the webhooks of a collection, ordered by name. */
    public synchronized List<WebhookStatus> list(DocumentCollection<?> documents) {
        return all().stream()
                .map(Document::value)
                .filter(hook -> hook.collection().equals(documents.name()))
                .map(hook -> status(hook, documents, false))
                .toList();
    }

    public synchronized Optional<WebhookStatus> get(DocumentCollection<?> documents, String name) {
        return hook(documents.name(), name).map(hook -> status(hook, documents, false));
    }

    private WebhookStatus status(Webhook hook, DocumentCollection<?> documents, boolean isNew) {
        DocumentId id = idOf(hook.collection(), hook.name());
        Following running = deliveries.get(id.text());
        WebhookPlace place =
                running == null ? place(id, hook) : running.trigger().place();
        return WebhookStatus.of(hook, place, documents.sequence(), isNew);
    }

    /**
     * Creates or changes a webhook. A changed webhook continues at its position unless the request names another, and
     * becomes active again if its deliveries had ended.
     *
     * @return the webhook, with its secret if that was set or generated
     * @throws vesper.rest.ProblemException if the request is invalid, or the webhook cannot be stored
     */
    public <T> WebhookStatus put(
            DocumentCollection<T> documents, StateForm<T> form, String name, WebhookRequest wanted) {
        List<BadValue> bad = new ArrayList<>(wanted.problems(documents.sequence(), clock.millis()));
        if (!isName(name)) {
            bad.add(new BadValue("name", "expected 1 to " + MOST_NAME_CHARACTERS + " letters, digits, -, _ and ."));
        }
        if (!bad.isEmpty()) throw WebhookRequest.refused(bad);
        requireReachable(String.valueOf(wanted.url()));
        return stored(documents, form, name, wanted);
    }

    private synchronized <T> WebhookStatus stored(
            DocumentCollection<T> documents, StateForm<T> form, String name, WebhookRequest wanted) {
        Optional<Webhook> known = hook(documents.name(), name);
        if (known.isEmpty()) requireRoom(documents.name());
        Webhook hook = new Webhook(
                documents.name(),
                name,
                String.valueOf(wanted.url()),
                secret(wanted.secret(), known),
                wanted.q() == null ? "" : wanted.q().strip(),
                wanted.actions() == null ? List.of() : wanted.actions(),
                wanted.enabled() == null || wanted.enabled(),
                wanted.after() == null ? documents.sequence() : wanted.after(),
                known.map(Webhook::createdAt).orElseGet(clock::instant));
        DocumentId id = idOf(hook.collection(), name);
        end(id);
        long after = wanted.after() != null || known.isEmpty()
                ? hook.after()
                : place(id, known.get()).after();
        boolean isStored = false;
        try {
            store(places.put(id, WebhookPlace.behind(after)));
            store(hooks.put(id, hook));
            isStored = true;
        } finally {
            // Starts the deliveries of the webhook that is stored now, the new or the old one.
            if (isStored) begin(hook, documents, form);
            else known.ifPresent(before -> begin(before, documents, form));
        }
        return status(hook, documents, known.isEmpty() || wanted.secret() != null);
    }

    private String secret(@Nullable String given, Optional<Webhook> known) {
        if (given != null) return given;
        return known.map(Webhook::secret).orElseGet(() -> Signature.newSecret(random));
    }

    /**
     * Deletes a webhook.
     *
     * @return whether it existed
     */
    public synchronized boolean delete(DocumentCollection<?> documents, String name) {
        if (hook(documents.name(), name).isEmpty()) return false;
        DocumentId id = idOf(documents.name(), name);
        store(hooks.delete(id));
        end(id);
        store(places.delete(id));
        return true;
    }

    private static void store(Write write) {
        if (write instanceof Write.Stored || write instanceof Write.Missing) return;
        throw ProblemType.UNAVAILABLE
                .because("The webhook could not be stored: " + write)
                .exception();
    }

    /**
     * Rejects a URL whose host resolves to a private address. Since name resolution may change, each connection checks
     * this again; here, the client learns it early. The message does not contain the address, since clients must not
     * learn about this network. The caller holds no lock, because a name server may be slow.
     */
    private void requireReachable(String url) {
        String host = URI.create(url).getHost();
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!reachable.test(address)) {
                    throw unreachable(
                            host + " is on this machine or its network; documents.webhooks.private=true allows that");
                }
            }
        } catch (UnknownHostException _) {
            throw unreachable("no address is known for the host " + host);
        }
    }

    private static RuntimeException unreachable(String why) {
        return ProblemType.BAD_REQUEST
                .because("This webhook cannot be reached")
                .at(List.of(new BadValue("#/url", why)))
                .exception();
    }

    private void requireRoom(String collection) {
        List<Document<Webhook>> all = all();
        long ofCollection = all.stream()
                .filter(each -> each.value().collection().equals(collection))
                .count();
        if (all.size() < MOST && ofCollection < MOST_OF_COLLECTION) return;
        throw ProblemType.ofStatus(409)
                .because("There are " + ofCollection + " webhooks of " + collection + " and " + all.size() + " in all; "
                        + MOST_OF_COLLECTION + " and " + MOST + " may be")
                .exception();
    }

    private Optional<Webhook> hook(String collection, String name) {
        return isName(name) ? hooks.get(idOf(collection, name)).map(Document::value) : Optional.empty();
    }

    private WebhookPlace place(DocumentId id, Webhook hook) {
        return places.get(id).map(Document::value).orElseGet(() -> WebhookPlace.behind(hook.after()));
    }

    private List<Document<Webhook>> all() {
        Page<Document<Webhook>, DocumentId> page = hooks.list(Optional.empty(), MOST_LISTED);
        return page.items();
    }

    private static DocumentId idOf(String collection, String name) {
        return new DocumentId(collection + ":" + name);
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && name.length() <= MOST_NAME_CHARACTERS
                && name.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || "-_.".indexOf(c) >= 0));
    }

    @Override
    public synchronized void close() {
        deliveries.values().forEach(following -> triggers.end(following.running()));
        deliveries.clear();
        if (client != null) client.close();
    }
}
