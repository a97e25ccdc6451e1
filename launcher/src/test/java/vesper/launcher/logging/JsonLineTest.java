package vesper.launcher.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonLineTest {
    private static LoggingEvent event(String message, @Nullable Throwable thrown) {
        return new LoggingEvent("", (Logger) LoggerFactory.getLogger("vesper.Some"), Level.WARN, message, thrown, null);
    }

    private static String line(Logged logged) {
        StringBuilder text = new StringBuilder();
        LogFormat.JSON.append(logged, text);
        return text.toString();
    }

    @Test
    void an_event_is_one_object_on_one_line_with_its_exception() {
        Throwable cause = new IllegalArgumentException("deep \u001b[2J");
        String line = line(new Logged(event("a\n\"b\"\\\u0007\ud800", new IllegalStateException("c", cause)), "shop"));

        assertThat(line).endsWith("}\n").hasLineCount(1);
        JsonNode object = JsonMapper.shared().readTree(line);
        assertThat(OffsetDateTime.parse(object.path("time").asString())).isNotNull();
        assertThat(object.path("level").asString()).isEqualTo("WARN");
        assertThat(object.path("logger").asString()).isEqualTo("vesper.Some");
        assertThat(object.path("thread").asString())
                .isEqualTo(Thread.currentThread().getName());
        assertThat(object.path("message").asString()).startsWith("a\n\"b\"\\\u0007");
        assertThat(object.path("package").asString()).isEqualTo("shop");
        assertThat(object.path("error").path("type").asString()).isEqualTo("java.lang.IllegalStateException");
        assertThat(object.path("error").path("message").asString()).isEqualTo("c");
        assertThat(object.path("error").path("stack").asString())
                .contains("\n\tat ", "Caused by: java.lang.IllegalArgumentException: deep");
    }

    @Test
    void an_event_without_package_and_exception_has_neither() {
        String line = line(new Logged(event("a", null), ""));

        assertThat(line).doesNotContain("package", "error");
    }

    @Test
    void the_context_of_the_log_names_the_package() {
        try (MDC.MDCCloseable _ = MDC.putCloseable(Logged.PACKAGE, "shop")) {
            assertThat(Logged.of(event("a", null)).packageName()).isEqualTo("shop");
        }
        assertThat(Logged.of(event("a", null)).packageName()).isEmpty();
    }

    /** Code of a package, as far as class loaders know. */
    public static final class OfPackage implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("of a package");
        }
    }

    @Test
    void code_of_a_package_in_the_stack_of_an_exception_names_the_package() throws Exception {
        URL classes = getClass().getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader =
                new URLClassLoader("shop", new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Runnable code = (Runnable) loader.loadClass(OfPackage.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            Throwable thrown = null;
            try {
                code.run();
            } catch (IllegalStateException e) {
                thrown = e;
            }
            assertThat(Logged.of(event("failed", thrown)).packageName()).isEqualTo("shop");
        }
    }
}
