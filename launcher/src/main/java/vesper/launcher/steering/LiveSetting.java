package vesper.launcher.steering;

import java.io.IOException;
import java.util.function.Supplier;
import vesper.launcher.settings.Setting;

/**
 * A setting that can change while the server runs.
 *
 * @param now returns its value, as it would be written
 * @param change applies another value
 */
public record LiveSetting<T>(Setting<T> setting, Supplier<String> now, Switch<T> change) {
    /** Applies a value. */
    @FunctionalInterface
    public interface Switch<T> {
        /** @throws IOException if the value cannot be applied, with the reason */
        void apply(T value) throws IOException;
    }
}
