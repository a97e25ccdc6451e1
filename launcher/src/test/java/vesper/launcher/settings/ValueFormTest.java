package vesper.launcher.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.HandlerThreads;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ValueFormTest {
    private static final ValueForm<Duration> ANY_DURATION = ValueForm.duration(Duration.ZERO, Duration.ofDays(200_000));

    @ParameterizedTest
    @CsvSource({"512,512", "512B,512", "8KiB,8192", "8kib,8192", "10MiB,10485760", "2GiB,2147483648", "1 KiB,1024"})
    void a_size_is_a_number_with_a_binary_unit(String text, long bytes) {
        assertThat(ValueForm.size(Long.MAX_VALUE).read(text)).contains(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "KiB", "-1", "0", "1.5MiB", "8KB", "99999999999999999999", "9999999999GiB"})
    void what_is_no_size_is_refused(String text) {
        assertThat(ValueForm.size(Long.MAX_VALUE).read(text)).isEmpty();
    }

    @Test
    void a_size_has_a_bound_that_its_refusal_says() {
        assertThat(ValueForm.size(15 << 10).read("15KiB")).contains(15L << 10);
        assertThat(ValueForm.size(15 << 10).read("15361")).isEmpty();
        assertThat(ValueForm.size(15 << 10).expected()).endsWith(", at most 15KiB");
        assertThat(ValueForm.size(2L << 30).expected()).endsWith(", at most 2GiB");
        assertThat(ValueForm.size(1025).expected()).endsWith(", at most 1025");
    }

    @ParameterizedTest
    @CsvSource({"500ms,500", "10s,10000", "2m,120000", "1h,3600000", "0,0"})
    void a_duration_is_a_number_with_a_unit(String text, long millis) {
        assertThat(ANY_DURATION.read(text)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-1s", "1 s", "1d", "99999999999999999999s", "2562048h"})
    void what_is_no_duration_is_refused(String text) {
        assertThat(ANY_DURATION.read(text)).isEmpty();
    }

    @Test
    void a_duration_has_bounds_that_its_refusal_says() {
        ValueForm<Duration> form = ValueForm.duration(Duration.ofMillis(10), Duration.ofDays(1));

        assertThat(form.read("10ms")).contains(Duration.ofMillis(10));
        assertThat(form.read("24h")).contains(Duration.ofDays(1));
        assertThat(form.read("0")).isEmpty();
        assertThat(form.read("9ms")).isEmpty();
        assertThat(form.read("86401s")).isEmpty();
        assertThat(form.expected()).endsWith("from 10ms to 24h");
        assertThat(ValueForm.duration(Duration.ZERO, Duration.ofSeconds(90)).expected())
                .endsWith("from 0 to 90s");
        assertThat(ValueForm.duration(Duration.ZERO, Duration.ofMinutes(90)).expected())
                .endsWith("from 0 to 90m");
    }

    @Test
    void a_constant_is_written_in_lower_case_with_hyphens() {
        ValueForm<HandlerThreads> form = ValueForm.oneOf(HandlerThreads.class);

        assertThat(form.read("event-loop")).contains(HandlerThreads.EVENT_LOOP);
        assertThat(form.read("EVENT_LOOP")).isEmpty();
        assertThat(form.expected()).isEqualTo("one of virtual, event-loop, platform");
    }

    @Test
    void a_number_has_bounds() {
        assertThat(ValueForm.number(0, 65_535).read("65535")).contains(65_535);
        assertThat(ValueForm.number(0, 65_535).read("65536")).isEmpty();
        assertThat(ValueForm.number(0, 65_535).read("many")).isEmpty();
    }
}
