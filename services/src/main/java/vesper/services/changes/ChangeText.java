package vesper.services.changes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.documents.Change;

/** Writes changes for clients, as JSON on one line. */
public final class ChangeText {
    private final Codec codec;

    public ChangeText(Codec codec) {
        this.codec = codec.unindented();
    }

    /**
     * Returns a change: {@code {"id":"visits","version":2,"action":"UPDATED","at":"…","sequence":2,"document":{…}}}.
     *
     * @param state the state as JSON; null if the change left no document
     */
    public String of(Change<?> change, byte @Nullable [] state) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("id", change.id().text());
        told.put("version", change.version().number());
        told.put("action", change.action().name());
        told.put("at", change.at());
        told.put("sequence", change.sequence());
        String head = text(told);
        return state == null
                ? head
                : head.substring(0, head.length() - 1) + ",\"document\":" + new String(state, UTF_8) + "}";
    }

    /** Returns a notice that changes before the given sequence number are missing. */
    public String gone(long resumeAfter) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put(
                "detail",
                "Changes that should follow are not kept any more; read the documents anew and go on from here");
        told.put("resumeAfter", resumeAfter);
        return text(told);
    }

    private String text(Map<String, Object> value) {
        return new String(codec.write(MediaFormat.JSON, value), UTF_8);
    }
}
