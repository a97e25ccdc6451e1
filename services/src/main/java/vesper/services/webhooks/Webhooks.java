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
import vesper.services.timers.TimerStore;

/** The webhooks of all collections. Thread-safe. */
public final class Webhooks implements Closeable {
    private static final int MAX_PER_COLLECTION = 16;
    private static final int MAX_WEBHOOKS = 256;
    private static final int MAX_NAME_CHARACTERS = 64;
    private static final int MAX_LISTED = 1000;
    private static final long MAX_RESPONSE_BYTES = 64 << 10;

    private final DocumentCollection<Webhook> hooks;
    private final DocumentCollection<WebhookPosition> positions;
    private final Predicate<InetAddress> reachable;
    private final ChangeText texts;
    private final Backoff backoff;
    private final InstantSource clock;
    private final SecureRandom random;
    /** Running deliveries by webhook id. */
    private final TreeMap<String, RunningDelivery> deliveries = new TreeMap<>();

    private final Triggers triggers;
    /** A webhook whose changes are delivered. */
    private record RunningDelivery(DeliveryTrigger trigger, RunningTrigger running) {}

    /** The package of each collection that is followed. */
    private final Map<String, String> owners = new HashMap<>();

    /** Created for the first delivery. */
    private @Nullable HttpClient client;

    private Webhooks(
            Documents documents,
            Predicate<InetAddress> reachable,
            Backoff backoff,
            Codec codec,
            InstantSource clock,
            SecureRandom random,
            Triggers triggers) {
        CollectionPolicy policy = CollectionPolicy.DURABLE.withVersions(1);
        this.hooks = documents.collection(
                TimerStore.RESERVED_PREFIX + "webhooks", StateForm.of(Webhook.class, codec), policy);
        this.positions = documents.collection(
                TimerStore.RESERVED_PREFIX + "webhook-places", StateForm.of(WebhookPosition.class, codec), policy);
        this.reachable = reachable;
        this.texts = new ChangeText(codec);
        this.backoff = backoff;
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
                settings.allowPrivateAddresses() ? _ -> true : PublicAddresses::isPublic,
                settings.backoff(),
                codec,
                clock,
                random,
                triggers);
    }

    /** Starts the deliveries for a collection. Each webhook continues at its position. */
    public synchronized <T> void follow(String packageName, DocumentCollection<T> documents, StateForm<T> form) {
        owners.put(documents.name(), packageName);
        for (Document<Webhook> each : all()) {
            if (each.value().collection().equals(documents.name())) startDelivery(each.value(), documents, form);
        }
    }

    private <T> void startDelivery(Webhook hook, DocumentCollection<T> documents, StateForm<T> form) {
        DocumentId id = idOf(hook.collection(), hook.name());
        stopDelivery(id);
        WebhookPosition position = position(id, hook);
        if (!hook.enabled() || position.endedWhy() != null) return;
        WebhookClient receiver = new WebhookClient(client(), clock, hook);
        DeliveryTrigger trigger = new DeliveryTrigger(
                hook,
                position,
                (invoker, from) -> new WebhookDelivery<>(
                        hook, id, from, documents, form, positions, receiver, texts, backoff, clock, invoker));
        String packageName = owners.getOrDefault(hook.collection(), "");
        deliveries.put(id.text(), new RunningDelivery(trigger, triggers.run(trigger, packageName)));
    }

    private synchronized HttpClient client() {
        HttpClient known = client;
        if (known == null) {
            client = known = HttpClient.builder()
                    .limits(ClientLimits.DEFAULTS.withBodyBytes(MAX_RESPONSE_BYTES))
                    .userAgent("vesper-webhooks")
                    .connectingTo(reachable)
                    .build();
        }
        return known;
    }

    private void stopDelivery(DocumentId id) {
        RunningDelivery running = deliveries.remove(id.text());
        if (running != null) triggers.stopAndRemove(running.running());
    }

    /** Stops the deliveries for a collection. */
    public synchronized void stop(String collection) {
        for (Document<Webhook> each : all()) {
            if (each.value().collection().equals(collection)) stopDelivery(each.id());
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
        RunningDelivery running = deliveries.get(id.text());
        WebhookPosition position =
                running == null ? position(id, hook) : running.trigger().position();
        return WebhookStatus.of(hook, position, documents.sequence(), isNew);
    }

    /**
     * Creates or changes a webhook. A changed webhook continues at its position unless the request names another, and
     * becomes active again if its deliveries had ended.
     *
     * @return the webhook, with its secret if that was set or generated
     * @throws vesper.rest.ProblemException if the request is invalid, or the webhook cannot be stored
     */
    public <T> WebhookStatus put(
            DocumentCollection<T> documents, StateForm<T> form, String name, WebhookRequest request) {
        List<BadValue> bad = new ArrayList<>(request.problems(documents.sequence(), clock.millis()));
        if (!isName(name)) {
            bad.add(new BadValue("name", "expected 1 to " + MAX_NAME_CHARACTERS + " letters, digits, -, _ and ."));
        }
        if (!bad.isEmpty()) throw WebhookRequest.invalid(bad);
        requireReachable(String.valueOf(request.url()));
        return storeAndDeliver(documents, form, name, request);
    }

    private synchronized <T> WebhookStatus storeAndDeliver(
            DocumentCollection<T> documents, StateForm<T> form, String name, WebhookRequest request) {
        Optional<Webhook> known = hook(documents.name(), name);
        if (known.isEmpty()) requireBelowLimit(documents.name());
        Webhook hook = new Webhook(
                documents.name(),
                name,
                String.valueOf(request.url()),
                secret(request.secret(), known),
                request.q() == null ? "" : request.q().strip(),
                request.actions() == null ? List.of() : request.actions(),
                request.enabled() == null || request.enabled(),
                request.after() == null ? documents.sequence() : request.after(),
                known.map(Webhook::createdAt).orElseGet(clock::instant));
        DocumentId id = idOf(hook.collection(), name);
        stopDelivery(id);
        long after = request.after() != null || known.isEmpty()
                ? hook.after()
                : position(id, known.get()).after();
        boolean isStored = false;
        try {
            store(positions.put(id, WebhookPosition.resumingAfter(after)));
            store(hooks.put(id, hook));
            isStored = true;
        } finally {
            // Starts the deliveries of the webhook that is stored now, the new or the old one.
            if (isStored) startDelivery(hook, documents, form);
            else known.ifPresent(before -> startDelivery(before, documents, form));
        }
        return status(hook, documents, known.isEmpty() || request.secret() != null);
    }

    private String secret(@Nullable String requested, Optional<Webhook> known) {
        if (requested != null) return requested;
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
        stopDelivery(id);
        store(positions.delete(id));
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
                    throw unreachable(host + " has a private address; documents.webhooks.private=true allows it");
                }
            }
        } catch (UnknownHostException _) {
            throw unreachable("the host " + host + " has no known address");
        }
    }

    private static RuntimeException unreachable(String why) {
        return ProblemType.BAD_REQUEST
                .because("This webhook cannot be reached")
                .withErrors(List.of(new BadValue("#/url", why)))
                .exception();
    }

    private void requireBelowLimit(String collection) {
        List<Document<Webhook>> all = all();
        long ofCollection = all.stream()
                .filter(each -> each.value().collection().equals(collection))
                .count();
        if (all.size() < MAX_WEBHOOKS && ofCollection < MAX_PER_COLLECTION) return;
        throw ProblemType.ofStatus(409)
                .because("There are " + ofCollection + " webhooks for " + collection + " and " + all.size()
                        + " in total; the limits are " + MAX_PER_COLLECTION + " and " + MAX_WEBHOOKS)
                .exception();
    }

    private Optional<Webhook> hook(String collection, String name) {
        return isName(name) ? hooks.get(idOf(collection, name)).map(Document::value) : Optional.empty();
    }

    private WebhookPosition position(DocumentId id, Webhook hook) {
        return positions.get(id).map(Document::value).orElseGet(() -> WebhookPosition.resumingAfter(hook.after()));
    }

    private List<Document<Webhook>> all() {
        Page<Document<Webhook>, DocumentId> page = hooks.list(Optional.empty(), MAX_LISTED);
        return page.items();
    }

    private static DocumentId idOf(String collection, String name) {
        return new DocumentId(collection + ":" + name);
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_NAME_CHARACTERS
                && name.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || "-_.".indexOf(c) >= 0));
    }

    @Override
    public synchronized void close() {
        deliveries.values().forEach(delivery -> triggers.stopAndRemove(delivery.running()));
        deliveries.clear();
        if (client != null) client.close();
    }
}
