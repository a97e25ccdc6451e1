package vesper.launcher.benches;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * The properties of a {@code result.json} as a whole. Skips its figures, of which there may be many. Not thread-safe.
 */
final class ResultHead {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String BARS = "bars";
    private static final String MET = "met";

    private @Nullable String experiment;
    private @Nullable String startedAt;
    private boolean quick;
    private @Nullable Boolean stable;
    private @Nullable String brokenOff;
    private int barsMet;
    private int barsMissed;

    private ResultHead() {}

    /**
     * Reads a file.
     *
     * @return empty if the file is not a result
     */
    static Optional<ResultHead> read(Path file) throws IOException {
        var head = new ResultHead();
        try (var in = Files.newInputStream(file);
                JsonParser json = MAPPER.createParser(in)) {
            head.take(json);
        } catch (JacksonException _) {
            return Optional.empty();
        }
        return head.experiment == null || head.startedAt == null ? Optional.empty() : Optional.of(head);
    }

    private void take(JsonParser json) {
        if (json.nextToken() != JsonToken.START_OBJECT) return;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            switch (name) {
                case "experiment" -> experiment = json.getValueAsString();
                case "startedAt" -> startedAt = json.getValueAsString();
                case "brokenOff" -> brokenOff = value == JsonToken.VALUE_NULL ? null : json.getValueAsString();
                case "quick" -> quick = value == JsonToken.VALUE_TRUE;
                case "stable" -> stable = value == JsonToken.VALUE_NULL ? null : value == JsonToken.VALUE_TRUE;
                case BARS -> bars(json);
                default -> json.skipChildren();
            }
        }
    }

    private void bars(JsonParser json) {
        if (json.currentToken() != JsonToken.START_ARRAY) return;
        while (json.nextToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isVerdict = json.currentName().equals(MET);
                JsonToken value = json.nextToken();
                if (isVerdict && value == JsonToken.VALUE_TRUE) barsMet++;
                else if (isVerdict && value == JsonToken.VALUE_FALSE) barsMissed++;
                else json.skipChildren();
            }
        }
    }

    BenchResults.Summary summary(String id, boolean hasReport, boolean isOwn) {
        return new BenchResults.Summary(
                id,
                String.valueOf(experiment),
                String.valueOf(startedAt),
                quick,
                Optional.ofNullable(stable),
                Optional.ofNullable(brokenOff),
                barsMet,
                barsMissed,
                hasReport,
                isOwn);
    }
}
