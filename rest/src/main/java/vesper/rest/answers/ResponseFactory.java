package vesper.rest.answers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpEntity;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import vesper.codec.MediaFormat;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.EventSender;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.ServerSentEvents;
import vesper.rest.SseEmitter;
import vesper.rest.StreamingBody;
import vesper.rest.media.Accept;
import vesper.rest.media.ResponseMediaType;
import vesper.rest.media.TextBytes;

/** Creates responses from the values that one handler method returns. */
public final class ResponseFactory {
    private static final Logger log = LoggerFactory.getLogger(ResponseFactory.class);

    private static final ResponseMediaType EVENTS = ResponseMediaType.of(EventSender.MEDIA_TYPE);

    /** The result of content negotiation for one {@code Accept} value. Immutable, so a racy publication is safe. */
    private record NegotiatedForm(Accept accept, Optional<ResponseMediaType> form) {}

    private final ValueWriter values;
    private final Problems problems;
    private final Failures failures;
    private final EventSender events;
    private final JsonLinesResponses lines;
    private final FileResponses files;
    private final List<ResponseMediaType> produces;
    private final int status;
    /** The result for the most recent client. Requests that race for it repeat the work. */
    private @Nullable NegotiatedForm last;

    /**
     * Creates the factory for one route.
     *
     * @param produces the media types that the route declares; empty for any
     * @param status the status for values that do not define their own
     */
    public ResponseFactory(ResponseWriters writers, List<String> produces, int status) {
        values = writers.values();
        problems = writers.problems();
        failures = writers.failures();
        events = writers.events();
        lines = writers.lines();
        files = writers.files();
        this.status = status;
        List<ResponseMediaType> offered = new ArrayList<>();
        for (String type : produces) {
            if (!type.startsWith("!")) offered.add(ResponseMediaType.of(type).asUtf8());
        }
        this.produces = List.copyOf(offered);
    }

    /**
     * Creates a response. Closes a returned stream that will not be read, because the response has no content or
     * creating it failed.
     */
    public Response respond(@Nullable Object returned, Accept accept, Request request) {
        return respond(returned, accept, request, FailureHandlers.NONE);
    }

    /**
     * Creates a response like {@link #respond(Object, Accept, Request)}. A {@code CompletionStage} may fail later; then
     * {@code first} handles the failure before the default handling.
     */
    public Response respond(@Nullable Object returned, Accept accept, Request request, FailureHandlers handlers) {
        boolean streams = false;
        try {
            Response response = create(returned, accept, request, handlers);
            streams = request.method() != Method.HEAD && !isWithoutContent(response.status());
            return streams ? events.countUntilWritten(response, request) : response;
        } finally {
            if (!streams) closeStream(returned);
        }
    }

    private Response create(@Nullable Object returned, Accept accept, Request request, FailureHandlers handlers) {
        return switch (returned) {
            case null -> Response.of(status);
            case Response response -> response;
            case HttpEntity<?> entity -> entity(entity, accept, request);
            case CompletionStage<?> stage ->
                Response.later(stage.handle((value, thrown) -> completed(value, thrown, accept, request, handlers)));
            case Problem problem -> problems.respond(problem, request);
            case ProblemDetail detail -> problems.respond(SpringProblems.of(detail, detail.getStatus()), request);
            default -> content(returned, status, accept, request);
        };
    }

    /** Returns whether a value could be sent to this client. Called before the handler runs. */
    public boolean canRespond(Accept accept) {
        return best(accept).isPresent();
    }

    /** Returns the response to a failure. {@code first} handles it before the default handling. */
    public Response failureResponse(Throwable failure, Request request, FailureHandlers handlers) {
        return failures.withHandlers(handlers).respond(failure, request);
    }

    private Response completed(
            @Nullable Object value,
            @Nullable Throwable thrown,
            Accept accept,
            Request request,
            FailureHandlers handlers) {
        if (thrown != null) return failureResponse(thrown, request, handlers);
        try {
            return respond(value, accept, request, handlers);
        } catch (RuntimeException | VirtualMachineError e) {
            return failureResponse(e, request, handlers);
        }
    }

    private Response entity(HttpEntity<?> entity, Accept accept, Request request) {
        int code = entity instanceof ResponseEntity<?> response
                ? response.getStatusCode().value()
                : status;
        Object body = entity.getBody();
        String stated = entity.getHeaders().getFirst("Content-Type");
        Response response;
        if (body == null || isWithoutContent(code)) response = Response.of(code);
        else if (body instanceof ProblemDetail detail)
            response = problems.respond(SpringProblems.of(detail, code), request);
        else if (body instanceof Problem problem) response = problems.respond(problem, request);
        else if (stated == null || isEvents(body)) response = content(body, code, accept, request);
        else response = content(body, code, ResponseMediaType.of(stated));
        entity.getHeaders().forEach((name, lines) -> {
            boolean written = body != null && name.equalsIgnoreCase("Content-Type");
            if (!written) lines.forEach(line -> response.header(name, line));
        });
        return response;
    }

    private static boolean isEvents(@Nullable Object body) {
        return body instanceof SseEmitter || body instanceof ServerSentEvents;
    }

    private static boolean isWithoutContent(int status) {
        return status == 204 || status == 304;
    }

    private static void closeStream(@Nullable Object returned) {
        switch (returned) {
            case InputStream stream -> close(stream);
            case Optional<?> optional -> closeStream(optional.orElse(null));
            case HttpEntity<?> entity -> closeStream(entity.getBody());
            case BaseStream<?, ?> stream -> stream.close();
            case SseEmitter events -> events.complete();
            case null, default -> {}
        }
    }

    private static void close(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            log.debug("cannot close an unsent stream", e);
        }
    }

    private Response content(Object value, int code, Accept accept, Request request) {
        return switch (value) {
            case Optional<?> optional ->
                optional.isPresent() ? content(optional.get(), code, accept, request) : Response.of(code);
            case CharSequence text -> text(text, code, accept);
            case byte[] bytes -> content(bytes, code, forBytes(accept));
            case InputStream stream -> content(stream, code, forBytes(accept));
            case StreamingBody body -> content(body, code, forBytes(accept));
            case ServerSentEvents source -> events.respond(source, code, forEvents(accept, request));
            case SseEmitter emitter -> events.respond(emitter, code, forEvents(accept, request));
            case Path path -> content(path, code, forFile(path, accept));
            case org.springframework.core.io.Resource file -> content(file, code, forFile(file, accept));
            default -> content(value, code, best(accept).orElseThrow(this::notAcceptable));
        };
    }

    private Response content(Object value, int code, ResponseMediaType form) {
        return switch (value) {
            case byte[] bytes -> responseAs(form, code).body(bytes);
            case InputStream stream -> responseAs(form, code).body(new StreamBody(stream));
            case StreamingBody body -> responseAs(form, code).body(body::writeTo);
            case Path path -> files.respond(path, code, form);
            case org.springframework.core.io.Resource file -> files.respond(file, code, form);
            case CharSequence text -> responseAs(form, code).body(TextBytes.of(text, form.written()));
            default -> marshalled(value, code, form);
        };
    }

    /**
     * Sends text unchanged. Marshals it only if the client accepts nothing but JSON or XML and the route declares no
     * media type.
     */
    private Response text(CharSequence text, int code, Accept accept) {
        ResponseMediaType form = forText(accept);
        boolean marshalled = produces.isEmpty() && form.format().isPresent();
        return marshalled ? marshalled(text.toString(), code, form) : content(text, code, form);
    }

    private Response marshalled(Object value, int code, ResponseMediaType form) {
        if (JsonLinesResponses.isLines(form)) return lines.respond(value, code, form);
        Optional<MediaFormat> format = form.format();
        return format.isPresent() ? values.respond(value, code, form, format.get()) : asText(value, code, form);
    }

    private static Response asText(Object value, int code, ResponseMediaType form) {
        if (!form.type().type().equals("text")) {
            throw new IllegalStateException(
                    form.type() + " cannot hold a " + value.getClass().getName());
        }
        return responseAs(form, code).body(TextBytes.of(value.toString(), form.written()));
    }

    private static Response responseAs(ResponseMediaType form, int code) {
        return Response.of(code).header("Content-Type", form.written());
    }

    private Optional<ResponseMediaType> best(Accept accept) {
        if (produces.isEmpty()) return accept.valueRepresentation();
        NegotiatedForm known = last;
        // Frequent Accept values are cached and shared, so comparing references is sufficient.
        if (known == null || known.accept != accept)
            last = known = new NegotiatedForm(accept, resolveRange(accept.best(produces), accept));
        return known.form;
    }

    private ResponseMediaType forText(Accept accept) {
        if (!produces.isEmpty()) return best(accept).orElseThrow(this::notAcceptable);
        if (accept.accepts(ResponseMediaType.TEXT.type())) return ResponseMediaType.TEXT;
        return accept.valueRepresentation()
                .or(() -> accept.firstConcrete().map(ResponseMediaType::of).map(ResponseMediaType::asUtf8))
                .orElseThrow(this::notAcceptable);
    }

    private ResponseMediaType forBytes(Accept accept) {
        if (!produces.isEmpty()) return best(accept).orElseThrow(this::notAcceptable);
        if (accept.accepts(ResponseMediaType.BYTES.type())) return ResponseMediaType.BYTES;
        return accept.firstConcrete().map(ResponseMediaType::of).orElseThrow(this::notAcceptable);
    }

    private ResponseMediaType forFile(Object file, Accept accept) {
        if (!produces.isEmpty()) return forBytes(accept);
        ResponseMediaType type = FileResponses.typeOf(FileResponses.nameOf(file));
        if (!accept.accepts(type.type())) throw notAcceptable(List.of(type));
        return type;
    }

    /** Returns the request after checking that the client accepts events. */
    private static Request forEvents(Accept accept, Request request) {
        if (!accept.accepts(EVENTS.type())) throw notAcceptable(List.of(EVENTS));
        return request;
    }

    /**
     * Replaces a media range that the route declares, {@code image/*} for example, by the client's first concrete type.
     */
    private Optional<ResponseMediaType> resolveRange(Optional<ResponseMediaType> chosen, Accept accept) {
        if (chosen.isEmpty() || chosen.get().type().isConcrete()) return chosen;
        return accept.firstConcrete().map(ResponseMediaType::of).or(() -> Optional.of(ResponseMediaType.JSON));
    }

    public ProblemException notAcceptable() {
        return notAcceptable(produces.isEmpty() ? List.of(ResponseMediaType.JSON, ResponseMediaType.XML) : produces);
    }

    private static ProblemException notAcceptable(List<ResponseMediaType> offered) {
        String types = String.join(
                ", ", offered.stream().map(form -> form.type().toString()).toList());
        return ProblemType.NOT_ACCEPTABLE
                .because("Accept allows none of " + types)
                .exception();
    }
}
