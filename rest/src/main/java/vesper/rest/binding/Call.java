package vesper.rest.binding;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.http.Cookies;
import vesper.http.RefusedException;
import vesper.http.Request;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.bodies.Bodies;
import vesper.rest.bodies.FormFields;
import vesper.rest.bodies.FormLimits;
import vesper.rest.bodies.Parameters;
import vesper.rest.media.ContentType;
import vesper.rest.media.MediaRange;
import vesper.rest.multipart.Upload;
import vesper.rest.paths.PathPattern;

/** A request while the arguments of its handler method are bound. Collects all errors of the request. */
public final class Call {
    private static final MediaRange FORM = new MediaRange("application", "x-www-form-urlencoded");
    private static final MediaRange UPLOAD = new MediaRange("multipart", "form-data");

    private final Request request;
    private final Bodies bodies;
    private final List<Problem.BadValue> errors = new ArrayList<>(0);
    private @Nullable Throwable failure;
    private @Nullable Parameters parameters;
    private @Nullable Map<String, String> variables;
    private @Nullable Cookies cookies;
    private boolean isTypeKnown;
    private @Nullable ContentType contentType;
    private byte @Nullable [] body;
    private @Nullable Upload upload;
    /** Resources to release once both the handler and the exchange have ended. */
    private List<CallResource> resources = List.of();

    private boolean runsOnOtherThread;

    public Call(Request request, Bodies bodies) {
        this.request = request;
        this.bodies = bodies;
    }

    public Request request() {
        return request;
    }

    /** Records an invalid value. The argument is {@code null} then, and the method is not called. */
    public @Nullable Object bad(String pointer, String detail) {
        errors.add(new Problem.BadValue(pointer, detail));
        return null;
    }

    public List<Problem.BadValue> errors() {
        return errors;
    }

    /**
     * Rejects the request if any value was invalid.
     *
     * @throws ProblemException with all errors
     */
    public void throwIfInvalid() {
        if (errors.isEmpty()) return;
        String detail = errors.size() == 1
                ? "One value of the request is invalid"
                : errors.size() + " values of the request are invalid";
        throw ProblemType.BAD_REQUEST.because(detail).withErrors(errors).exception();
    }

    /** Returns the exception of the handler method, while an exception handler method responds in its place. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /**
     * Switches to binding the arguments of an exception handler method. Drops the errors recorded so far: either they
     * have been reported or they no longer matter.
     */
    public void switchToExceptionHandler(Throwable thrown) {
        failure = thrown;
        errors.clear();
    }

    Optional<ContentType> contentType() {
        if (!isTypeKnown) {
            contentType = ContentType.of(request.headers()).orElse(null);
            isTypeKnown = true;
        }
        return Optional.ofNullable(contentType);
    }

    /** Returns the variables of the path. All callers must pass the same pattern. */
    Map<String, String> variables(PathPattern pattern) {
        Map<String, String> known = variables;
        if (known == null) variables = known = read(pattern);
        return known;
    }

    private Map<String, String> read(PathPattern pattern) {
        try {
            return pattern.variables(request.path());
        } catch (IllegalArgumentException e) {
            throw ProblemType.BAD_REQUEST
                    .because("The path is not percent-encoded UTF-8")
                    .exception();
        }
    }

    Cookies cookies() {
        Cookies known = cookies;
        if (known == null) cookies = known = Cookies.of(request.headers());
        return known;
    }

    byte[] body() throws IOException {
        byte[] read = body;
        if (read == null) body = read = request.body().bytes();
        return read;
    }

    /** Returns the body as a stream, from memory if it has already been read. */
    InputStream stream() throws IOException {
        return body == null ? request.body().stream() : new ByteArrayInputStream(body);
    }

    boolean hasForm() {
        return request.body().length() != 0
                && contentType().filter(type -> type.type().equals(FORM)).isPresent();
    }

    boolean hasUpload() {
        return request.body().length() != 0 && declaresUpload();
    }

    /** Returns whether {@code Content-Type} declares an upload. The body may still be empty. */
    boolean declaresUpload() {
        return contentType().filter(type -> type.type().equals(UPLOAD)).isPresent();
    }

    /** Returns the parts of the body, which must be {@code multipart/form-data}. */
    Upload upload() throws IOException {
        Upload known = upload;
        if (known == null) {
            String type = request.headers().firstOrNull("Content-Type");
            Upload received = bodies.uploads().receive(stream(), type == null ? "" : type);
            upload = known = received;
            releaseWhenDone(received::close);
        }
        return known;
    }

    /**
     * Parses text of the body to a value.
     *
     * @throws RefusedException with 503 if there is not enough memory for the value
     */
    DecodeResult<Object> read(Codec codec, MediaFormat format, byte[] text, @Nullable Charset charset, Type type)
            throws IOException {
        bodies.parser().reserveMemoryFor(text).ifPresent(this::releaseWhenDone);
        return bodies.parser().read(codec, format, text, charset, type);
    }

    private void releaseWhenDone(Runnable release) {
        CallResource resource = new CallResource(release);
        if (resources.isEmpty()) resources = new ArrayList<>(1);
        resources.add(resource);
        request.whenOver(resource::markExchangeOver);
        // The handler may already have been marked as done, before an exception handler acquired this resource. Nothing
        // marks an exception handler as done, so the resource is released at the end of the exchange.
        if (failure != null && runsOnOtherThread) resource.markHandled();
    }

    /** Marks the handler as done with its arguments. */
    public void markHandled() {
        for (CallResource resource : resources) resource.markHandled();
    }

    /** Marks the handler as done, unless it runs on another thread, which calls {@link #markHandled} itself. */
    public void markHandledUnlessDispatched() {
        if (!runsOnOtherThread) markHandled();
    }

    /** Sets whether another thread runs the handler and then calls {@link #markHandled}. */
    public void setRunsOnOtherThread(boolean value) {
        runsOnOtherThread = value;
    }

    /** Returns the parameters of the query, followed by those of a form in the body. */
    Parameters parameters() throws IOException {
        Parameters known = parameters;
        if (known == null) parameters = known = parsed();
        return known;
    }

    private Parameters parsed() throws IOException {
        FormLimits limits = bodies.forms();
        String place = "?";
        try {
            Parameters read = Parameters.of(request.query());
            place = "#";
            if (hasForm()) FormFields.ofForm(form(limits), limits).forEach(read::add);
            else if (hasUpload()) FormFields.ofUpload(upload(), limits).forEach(read::add);
            return read;
        } catch (IllegalArgumentException e) {
            bad(place, "the parameters are malformed: " + e.getMessage());
            return Parameters.NONE;
        }
    }

    /**
     * Reads a form. Its character set is UTF-8 regardless of the page that contained it (the URL standard, section
     * 5.1).
     */
    private byte[] form(FormLimits limits) throws IOException {
        if (contentType()
                .flatMap(ContentType::charset)
                .filter(FormFields::isNotUtf8)
                .isPresent())
            throw ProblemType.UNSUPPORTED_MEDIA_TYPE
                    .because("The character set of a form must be UTF-8")
                    .exception();
        byte[] read = body;
        if (read == null) body = read = request.body().bytes(limits.totalBytes());
        return read;
    }
}
