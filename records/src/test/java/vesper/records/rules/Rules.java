package vesper.records.rules;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.rest.Problem.BadValue;

/** Rules parsed from JSON. */
final class Rules {
    private Rules() {}

    static Map<?, ?> fields(String json) {
        return switch (new Codec(false).read(MediaFormat.JSON, json.getBytes(UTF_8), Object.class)) {
            case DecodeResult.Value<Object>(Map<?, ?> fields) -> fields;
            case DecodeResult<Object> other -> throw new AssertionError(json + " is " + other);
        };
    }

    static MonitorRule monitor(String json) {
        return switch (MonitorRule.understood("some", fields(json))) {
            case ParsedRule.Valid<MonitorRule>(var rule) -> rule;
            case ParsedRule.Invalid<MonitorRule>(var bad) -> throw new AssertionError(json + " is " + bad);
        };
    }

    static List<BadValue> badOrNone(String json) {
        return switch (MonitorRule.understood("some", fields(json))) {
            case ParsedRule.Valid<MonitorRule> _ -> List.of();
            case ParsedRule.Invalid<MonitorRule>(var bad) -> bad;
        };
    }

    static List<BadValue> badMonitor(String json) {
        return switch (MonitorRule.understood("some", fields(json))) {
            case ParsedRule.Valid<MonitorRule>(var rule) -> throw new AssertionError(json + " became " + rule);
            case ParsedRule.Invalid<MonitorRule>(var bad) -> bad;
        };
    }
}
