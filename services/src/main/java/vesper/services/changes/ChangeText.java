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
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", change.id().text());
        fields.put("version", change.version().number());
        fields.put("action", change.action().name());
        fields.put("at", change.at());
        fields.put("sequence", change.sequence());
        String head = text(fields);
        return state == null
                ? head
                : head.substring(0, head.length() - 1) + ",\"document\":" + new String(state, UTF_8) + "}";
    }

    /** Returns a notice that changes before the given sequence number are missing. */
    public String missingChanges(long resumeAfter) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "detail",
                "Earlier changes are no longer available; read the documents again and resume from this sequence");
        fields.put("resumeAfter", resumeAfter);
        return text(fields);
    }

    private String text(Map<String, Object> value) {
        return new String(codec.write(MediaFormat.JSON, value), UTF_8);
    }
}
