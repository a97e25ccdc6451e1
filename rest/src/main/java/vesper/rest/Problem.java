package vesper.rest;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One occurrence of an error, caused by the client or the server. A handler returns or throws it
 * ({@link ProblemException}), and the edge writes it as {@code application/problem+json} or {@code +xml}.
 *
 * @param detail a sentence for the client; empty for none
 * @param errors all invalid parts of the request
 * @param members additional members of the problem document, each a text, number, boolean, map or list
 * @param headers header fields of the response, {@code Allow} for example
 */
public record Problem(
        ProblemType type,
        String detail,
        List<BadValue> errors,
        Map<String, Object> members,
        Map<String, String> headers) {
    /**
     * An invalid part of a request.
     *
     * @param pointer {@code #/customer/age} for a field of the body, else the name of the parameter or header
     * @param detail describes what is wrong
     */
    public record BadValue(String pointer, String detail) {}

    public Problem {
        errors = List.copyOf(errors);
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        headers = Map.copyOf(headers);
    }

    /** Returns a copy with these invalid parts. */
    public Problem withErrors(List<BadValue> newErrors) {
        return new Problem(type, detail, newErrors, members, headers);
    }

    /** Returns a copy with an additional member, {@code balance} for example (RFC 9457, section 3.2). */
    public Problem member(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Problem(type, detail, errors, more, headers);
    }

    /** Returns a copy with an additional header field. */
    public Problem header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Problem(type, detail, errors, members, more);
    }

    /** Returns an exception that carries this problem, for code that cannot return it. */
    public ProblemException exception() {
        return new ProblemException(this);
    }
}
