package vesper.http.files;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import vesper.http.Headers;
import vesper.http.content.AcceptedCodings;

/**
 * The form of a file that a client gets: the file itself, or a precompressed sibling.
 *
 * @param coding {@link AcceptedCodings#IDENTITY} for the file itself
 * @param varies whether other clients may get another form
 */
record Representation(StoredFile file, String coding, boolean varies) {
    /** Returns the best form for this client; empty if it accepts none of the available ones. */
    static Optional<Representation> of(StoredFile file, Map<String, StoredFile> siblings, Headers headers) {
        List<String> offered = List.copyOf(siblings.keySet());
        // Without siblings the file is the only form, and the handler that compresses responses deals with the field.
        String chosen = offered.isEmpty() || !headers.contains("Accept-Encoding")
                ? AcceptedCodings.IDENTITY
                : AcceptedCodings.of(headers).best(offered).orElse("");
        StoredFile form = chosen.equals(AcceptedCodings.IDENTITY) ? file : siblings.get(chosen);
        return form == null ? Optional.empty() : Optional.of(new Representation(form, chosen, !offered.isEmpty()));
    }

    boolean isCoded() {
        return !coding.equals(AcceptedCodings.IDENTITY);
    }
}
