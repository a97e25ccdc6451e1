package vesper.rest;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a client did wrong, or a server could not do, this time: a handler returns or throws it
 * ({@link ProblemException}), and the edge writes it as {@code application/problem+json} or {@code +xml}.
 *
 * @param detail a sentence for the client; empty for none
 * @param errors each bad place of the request, all at once
 * @param members of the problem document besides the usual ones, each text, number, boolean, map or list
 * @param headers sent with the answer, {@code Allow} for example
 */
public record Problem(
        ProblemType type,
        String detail,
        List<BadValue> errors,
        Map<String, Object> members,
        Map<String, String> headers) {
    /**
     * A bad place of a request.
     *
     * @param pointer {@code #/customer/age} for a field of the body, else the name of the parameter or header
     * @param detail what is wrong with it
     */
    public record BadValue(String pointer, String detail) {}

    public Problem {
        errors = List.copyOf(errors);
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        headers = Map.copyOf(headers);
    }

    /** The same with these bad places. */
    public Problem at(List<BadValue> places) {
        return new Problem(type, detail, places, members, headers);
    }

    /** The same with a member more, {@code balance} for example (RFC 9457, section 3.2). */
    public Problem member(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Problem(type, detail, errors, more, headers);
    }

    /** The same with a header field more. */
    public Problem header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Problem(type, detail, errors, members, more);
    }

    /** To throw where it cannot be returned. */
    public ProblemException exception() {
        return new ProblemException(this);
    }
}
