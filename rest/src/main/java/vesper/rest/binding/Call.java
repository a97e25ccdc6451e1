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
import vesper.codec.Decoded;
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

/** A request while the arguments of its handler method are bound; collects everything that is wrong with it. */
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
    /** What goes when handler and exchange are done. */
    private List<HeldUntilDone> held = List.of();

    private boolean goesOnElsewhere;

    public Call(Request request, Bodies bodies) {
        this.request = request;
        this.bodies = bodies;
    }

    public Request request() {
        return request;
    }

    /** Notes something bad; {@code null} stands for the argument then, and the method will not be called. */
    public @Nullable Object bad(String pointer, String detail) {
        errors.add(new Problem.BadValue(pointer, detail));
        return null;
    }

    public List<Problem.BadValue> errors() {
        return errors;
    }

    /**
     * Refuses the request if anything of it was bad.
     *
     * @throws ProblemException with all of it
     */
    public void throwBad() {
        if (errors.isEmpty()) return;
        String detail = errors.size() == 1
                ? "One value of the request is not as expected"
                : errors.size() + " values of the request are not as expected";
        throw ProblemType.BAD_REQUEST.because(detail).at(errors).exception();
    }

    /** What the handler method threw, while another method answers for it. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** What was bad has been told, or nobody will hear of it: from here on another method's arguments are bound. */
    public void failed(Throwable thrown) {
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

    /** The variables of the path; the same pattern each time. */
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

    /** The body as it comes, or as it was read before. */
    InputStream stream() throws IOException {
        return body == null ? request.body().stream() : new ByteArrayInputStream(body);
    }

    boolean hasForm() {
        return request.body().length() != 0
                && contentType().filter(type -> type.type().equals(FORM)).isPresent();
    }

    boolean hasUpload() {
        return request.body().length() != 0 && saysUpload();
    }

    /** Whether the body should be an upload; it may be empty, and then it is none. */
    boolean saysUpload() {
        return contentType().filter(type -> type.type().equals(UPLOAD)).isPresent();
    }

    /** The parts of the body, which is {@code multipart/form-data}. */
    Upload upload() throws IOException {
        Upload known = upload;
        if (known == null) {
            String type = request.headers().firstOrNull("Content-Type");
            Upload received = bodies.uploads().receive(stream(), type == null ? "" : type);
            upload = known = received;
            holdUntilDone(received::close);
        }
        return known;
    }

    /**
     * Reads a text of the body as a value.
     *
     * @throws RefusedException with 503 if there is no room for what it becomes
     */
    Decoded<Object> read(Codec codec, MediaFormat format, byte[] text, @Nullable Charset charset, Type type)
            throws IOException {
        Runnable giveBack = bodies.texts().takeRoomFor(text);
        if (giveBack != null) holdUntilDone(giveBack);
        return bodies.texts().read(codec, format, text, charset, type);
    }

    private void holdUntilDone(Runnable letGo) {
        HeldUntilDone one = new HeldUntilDone(letGo);
        if (held.isEmpty()) held = new ArrayList<>(1);
        held.add(one);
        request.whenOver(one::exchangeIsOver);
        // Its handler may have told by now that it is done; whoever answers in its place ends with the exchange.
        if (failure != null && goesOnElsewhere) one.isHandled();
    }

    /** The handler has its arguments behind it. */
    public void handled() {
        for (HeldUntilDone one : held) one.isHandled();
    }

    /** As {@link #handled}, unless another thread will say so. */
    public void handledHere() {
        if (!goesOnElsewhere) handled();
    }

    /** Whether another thread will call the handler, and say when that is behind it. */
    public void goesOnElsewhere(boolean itDoes) {
        goesOnElsewhere = itDoes;
    }

    /** The parameters of the query and, after them, of a form in the body. */
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
            bad(place, "the parameters cannot be read: " + e.getMessage());
            return Parameters.NONE;
        }
    }

    /** A form is UTF-8, whatever page it stood on (the URL standard, section 5.1). */
    private byte[] form(FormLimits limits) throws IOException {
        if (contentType()
                .flatMap(ContentType::charset)
                .filter(FormFields::isOther)
                .isPresent())
            throw ProblemType.UNSUPPORTED_MEDIA_TYPE
                    .because("The character set of a form must be UTF-8")
                    .exception();
        byte[] read = body;
        if (read == null) body = read = request.body().bytes(limits.totalBytes());
        return read;
    }
}
