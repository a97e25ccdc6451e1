package vesper.services.collections;

import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.Documents;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.documents.Storage;
import vesper.documents.Validator;
import vesper.documents.queries.QueryIndex;
import vesper.rest.triggers.Invoker;
import vesper.rest.triggers.Trigger;
import vesper.services.Task;
import vesper.services.schemas.DocumentSchema;
import vesper.services.tasks.TaskRunner;
import vesper.services.tasks.TaskWork;
import vesper.services.timers.TimerScheduler;
import vesper.services.timers.TimerStore;
import vesper.services.webhooks.Webhooks;

/**
 * Opens the collections that a package declares.
 *
 * @param schemas schema files of the package, by their paths in its folder
 * @param codec codec for the package's classes
 */
record CollectionOpener(
        String packageName,
        Map<String, ByteBuffer> schemas,
        Codec codec,
        Documents documents,
        Webhooks webhooks,
        Indexes indexes,
        InstantSource clock) {
    /** Opens the index of a collection. */
    @FunctionalInterface
    interface Indexes {
        Optional<QueryIndex> of(Declaration declared) throws IOException;
    }

    /** A collection whose declaration has been checked and that can be opened. */
    @FunctionalInterface
    interface CheckedDeclaration {
        /** @throws BadDeclarationException if it cannot be opened as declared */
        OpenCollection<?> open() throws BadDeclarationException;
    }

    @FunctionalInterface
    private interface OpenStep<T> {
        T open() throws BadDeclarationException, IOException;
    }

    /**
     * Checks a declaration without opening anything.
     *
     * @throws BadDeclarationException if the declaration is not valid
     */
    CheckedDeclaration check(Declaration declared) throws BadDeclarationException {
        OpenStep<? extends OpenCollection<?>> checked = withContext(declared, () -> prepare(declared));
        return () -> withContext(declared, checked);
    }

    private static <T> T withContext(Declaration declared, OpenStep<T> step) throws BadDeclarationException {
        try {
            return step.open();
        } catch (IllegalArgumentException | IllegalStateException | IOException failure) {
            throw new BadDeclarationException(
                    declared.origin() + ": collection " + declared.name() + ": " + failure.getMessage());
        }
    }

    private OpenStep<? extends OpenCollection<?>> prepare(Declaration declared) throws BadDeclarationException {
        if (declared.service().isPresent()
                && ServiceDeclaration.isOfTasks(declared.service().get())) {
            return ofTasks(declared, declared.service().get());
        }
        return declared.state().isPresent() ? ofClass(declared, declared.state().get()) : ofJson(declared);
    }

    private OpenStep<OpenCollection<JsonText>> ofJson(Declaration declared) throws BadDeclarationException {
        return ofDocuments(
                declared, JsonText.class, JsonNode.class, StateForm.json(), StateReader.json(codec.unindented()));
    }

    private <T> OpenStep<OpenCollection<T>> ofClass(Declaration declared, Class<T> state)
            throws BadDeclarationException {
        return ofDocuments(declared, state, state, StateForm.of(state, codec), StateReader.of(state, codec));
    }

    private <T> OpenStep<OpenCollection<T>> ofDocuments(
            Declaration declared, Class<T> state, Type requestType, StateForm<T> form, StateReader<T> reader)
            throws BadDeclarationException {
        Optional<DocumentSchema> schema = DeclaredSchema.of(declared, schemas, codec);
        Handlers<T> handlers = declared.service().isPresent()
                ? ServiceMethods.of(declared.service().get(), state, codec, declared.origin())
                : Handlers.none();
        return () -> open(declared, requestType, form, reader, schema, handlers);
    }

    private <T> OpenCollection<T> open(
            Declaration declared,
            Type requestType,
            StateForm<T> form,
            StateReader<T> reader,
            Optional<DocumentSchema> schema,
            Handlers<T> handlers)
            throws IOException {
        Optional<QueryIndex> index = indexes.of(declared);
        Validator<T> validator =
                schema.map(it -> DeclaredSchema.validator(it, form, codec)).orElseGet(Validator::none);
        CollectionPolicy policy = declared.policy();
        DocumentCollection<T> collection = documents.collection(declared.name(), form, policy, validator);
        // Uses a separate codec for the platform's own classes, which live longer than the package's.
        Optional<TimerStore> timers = handlers.timers().isEmpty()
                ? Optional.empty()
                : Optional.of(TimerStore.open(documents, declared.name(), policy.storage(), codec.forOtherClasses()));
        return new OpenCollection<>(
                packageName,
                collection,
                requestType,
                form,
                reader,
                true,
                schema,
                declared.rules(),
                handlers,
                timers,
                index,
                List.of(webhookActivity(collection, form)),
                timers.map(book -> timerTrigger(collection, book, handlers)).stream()
                        .toList());
    }

    private <T> Activity webhookActivity(DocumentCollection<T> collection, StateForm<T> form) {
        return new Activity(
                () -> webhooks.follow(packageName, collection, form), () -> webhooks.stop(collection.name()));
    }

    private <T> Trigger timerTrigger(DocumentCollection<T> collection, TimerStore timers, Handlers<T> handlers) {
        return trigger(
                "timer",
                collection,
                invoker -> onLeader(collection, timers::current, term -> {
                    var scheduler = new TimerScheduler<>(
                            collection, timers, new HandlerTimerCallback<>(handlers), invoker, clock, term);
                    return new Activity(scheduler::start, scheduler::close);
                }));
    }

    private static Trigger trigger(String kind, DocumentCollection<?> collection, Function<Invoker, Activity> runner) {
        boolean isReplicated = collection.policy().storage() == Storage.REPLICATED;
        return new CollectionTrigger(kind, collection.name(), isReplicated, runner);
    }

    /**
     * Runs an activity on this node, or for replicated documents only while this node leads.
     *
     * @param current completes when this node has seen everything that the activity needs in addition to the documents
     * @param activity creates the activity for a term
     */
    private static Activity onLeader(
            DocumentCollection<?> collection,
            Supplier<CompletableFuture<Void>> current,
            LongFunction<Activity> activity) {
        return collection.policy().storage() == Storage.REPLICATED
                ? LeaderActivity.of(collection, current, activity)
                : activity.apply(collection.term().orElseThrow());
    }

    private OpenStep<OpenCollection<Task>> ofTasks(Declaration declared, Object service)
            throws BadDeclarationException {
        TaskMethods methods = TaskMethods.of(service, codec, clock, declared.origin());
        TaskWork work = methods.work();
        return () -> open(declared, methods, work);
    }

    private OpenCollection<Task> open(Declaration declared, TaskMethods methods, TaskWork work) throws IOException {
        StateForm<Task> form = StateForm.of(Task.class, codec.forOtherClasses());
        Optional<QueryIndex> index = indexes.of(declared);
        DocumentCollection<Task> collection = documents.collection(declared.name(), form, declared.policy());
        var latestRunner = new AtomicReference<@Nullable TaskRunner>();
        Supplier<CompletableFuture<Void>> current = () -> CompletableFuture.completedFuture(null);
        Trigger running = trigger(
                "task",
                collection,
                invoker -> onLeader(collection, current, term -> {
                    var runner = new TaskRunner(
                            collection, work, methods.parallel(), codec.unindented(), invoker, clock, term);
                    latestRunner.set(runner);
                    return new Activity(runner::start, runner::close);
                }));
        return new OpenCollection<>(
                packageName,
                collection,
                methods.input(),
                form,
                methods.reader(),
                false,
                Optional.empty(),
                declared.rules(),
                methods.handlers(),
                Optional.empty(),
                index,
                List.of(webhookActivity(collection, form)),
                List.of(running),
                () -> Optional.ofNullable(latestRunner.get()).map(TaskRunner::status));
    }
}
