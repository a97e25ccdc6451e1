package vesper.rest;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;

/** A request while the arguments of its handler method are bound; collects everything that is wrong with it. */
final class Call {
    private static final MediaRange FORM = new MediaRange("application", "x-www-form-urlencoded");

    private final Request request;
    private final List<Problem.BadValue> errors = new ArrayList<>(0);
    private @Nullable Parameters parameters;
    private byte @Nullable [] body;

    Call(Request request) {
        this.request = request;
    }

    Request request() {
        return request;
    }

    /** Notes something bad; {@code null} stands for the argument then, and the method will not be called. */
    @Nullable
    Object bad(String pointer, String detail) {
        errors.add(new Problem.BadValue(pointer, detail));
        return null;
    }

    List<Problem.BadValue> errors() {
        return errors;
    }

    Optional<ContentType> contentType() {
        return ContentType.of(request.headers());
    }

    byte[] body() throws IOException {
        byte[] read = body;
        if (read == null) body = read = request.body().bytes();
        return read;
    }

    boolean hasForm() {
        return request.body().length() != 0
                && contentType().filter(type -> type.type().equals(FORM)).isPresent();
    }

    /** The parameters of the query and, after them, of a form in the body. */
    Parameters parameters() throws IOException {
        Parameters known = parameters;
        if (known == null) parameters = known = parsed();
        return known;
    }

    private Parameters parsed() throws IOException {
        String form = hasForm() ? new String(body(), formCharset()) : "";
        try {
            return Parameters.of(request.query(), form);
        } catch (IllegalArgumentException e) {
            bad(form.isEmpty() ? "?" : "#", "the parameters cannot be read: " + e.getMessage());
            return Parameters.NONE;
        }
    }

    private Charset formCharset() {
        return contentType().flatMap(ContentType::charset).orElse(StandardCharsets.UTF_8);
    }
}
