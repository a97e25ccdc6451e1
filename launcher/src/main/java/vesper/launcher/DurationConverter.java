package vesper.launcher;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import vesper.launcher.settings.DurationText;

/** Parses durations on the command line with the same syntax as in settings. */
final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        return DurationText.read(text)
                .orElseThrow(() ->
                        new TypeConversionException("\"" + text + "\" is not a duration such as 500ms, 10s or 2m"));
    }
}
