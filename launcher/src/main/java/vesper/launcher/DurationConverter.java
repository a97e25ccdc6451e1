package vesper.launcher;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import vesper.launcher.settings.DurationText;

/** Durations of the command line are written like those of settings. */
final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        return DurationText.read(text)
                .orElseThrow(
                        () -> new TypeConversionException("\"" + text + "\" is no duration such as 500ms, 10s or 2m"));
    }
}
