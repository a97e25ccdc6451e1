package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.codec.MediaFormat.JSON;
import static vesper.codec.MediaFormat.XML;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StrictTimesTest {
    private final Codec codec = new Codec(false);

    public record Times(
            Instant instant,
            LocalDate date,
            LocalTime time,
            LocalDateTime dateTime,
            OffsetDateTime offsetDateTime,
            ZonedDateTime zonedDateTime,
            OffsetTime offsetTime,
            Duration duration,
            Period period,
            Year year,
            YearMonth yearMonth,
            MonthDay monthDay,
            Month month,
            TimeZone zone,
            Date old) {}

    public record Otherwise(
            @JsonFormat(shape = JsonFormat.Shape.NUMBER_INT) LocalDate days,
            @JsonFormat(pattern = "uuuu-MM-dd'T'HH") LocalDate withHour) {}

    @Test
    void a_number_that_has_no_meaning_for_a_type_is_refused_and_named() {
        assertThat(misfits("{\"date\":7,\"time\":7,\"dateTime\":7,\"offsetTime\":7,\"period\":7,\"yearMonth\":7,"
                        + "\"monthDay\":7,\"month\":7,\"zone\":7}"))
                .containsExactly(
                        "/date expected a date like 2026-01-31",
                        "/time expected a time like 13:30:00",
                        "/dateTime expected a date and time like 2026-01-31T13:30:00",
                        "/offsetTime expected a time and offset like 13:30:00+01:00",
                        "/period expected a period like P1M15D",
                        "/yearMonth expected a month like 2026-01",
                        "/monthDay expected a day of a year like --01-31",
                        "/month expected one of JANUARY, FEBRUARY, MARCH, APRIL, MAY, JUNE, JULY, AUGUST, SEPTEMBER,"
                                + " OCTOBER, NOVEMBER, DECEMBER",
                        "/zone expected a time zone like Europe/Berlin");
        assertThat(misfits("{\"date\":\"7\",\"month\":\"7\",\"zone\":\"7\"}"))
                .extracting(words -> words.split(" ", 2)[0])
                .containsExactly("/date", "/month", "/zone");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e400", "-1e400", "1e99999999999", "1e-400", "1.0000000001", "9.3e18", "99999999999999999999"})
    void seconds_that_are_too_many_or_too_fine_are_refused_and_named(String seconds) {
        for (String field : List.of("instant", "offsetDateTime", "zonedDateTime", "duration")) {
            assertThat(misfits("{\"" + field + "\":" + seconds + "}"))
                    .as(field)
                    .hasSize(1)
                    .allMatch(words -> words.startsWith("/" + field + " expected "));
            assertThat(codec.read(
                            XML,
                            "<times><%1$s>%2$s</%1$s></times>"
                                    .formatted(field, seconds)
                                    .getBytes(UTF_8),
                            Times.class))
                    .as(field)
                    .isInstanceOf(DecodeResult.Mismatch.class);
        }
    }

    @Test
    void seconds_are_read_to_the_nanosecond_as_Jackson_writes_them_where_it_is_asked_to() {
        assertThat(value("1700000000.123456789", Instant.class))
                .isEqualTo(Instant.ofEpochSecond(1700000000, 123456789));
        assertThat(value("1.50000000000", Duration.class)).isEqualTo(Duration.ofMillis(1500));
        assertThat(value("-1", Instant.class)).isEqualTo(Instant.ofEpochSecond(-1));
        assertThat(value("2026", Year.class)).isEqualTo(Year.of(2026));
    }

    @Test
    void a_text_that_says_more_than_its_type_holds_is_refused_and_named() {
        assertThat(misfits("{\"date\":\"2026-01-31T13:30:00\",\"time\":\"2026-01-31T13:30:00\","
                        + "\"dateTime\":\"2026-01-31T13:30:00Z\",\"zone\":\"Europe/Berln\",\"old\":\"2026-02-30\"}"))
                .extracting(words -> words.split(" ", 2)[0])
                .containsExactly("/date", "/time", "/dateTime", "/zone", "/old");
    }

    @Test
    void parts_in_a_list_are_read_and_no_parts_are_no_date() {
        assertThat(value("[2026,1,31]", LocalDate.class)).isEqualTo(LocalDate.of(2026, 1, 31));
        assertThat(misfits("{\"date\":[],\"time\":[]}")).hasSize(2);
    }

    @Test
    void ISO_texts_are_read_and_an_empty_one_is_no_value() {
        assertThat(value("\"2026-01-31\"", LocalDate.class)).isEqualTo(LocalDate.of(2026, 1, 31));
        assertThat(value("\"13:30\"", LocalTime.class)).isEqualTo(LocalTime.of(13, 30));
        assertThat(value("\"2026-01-31T13:30:00\"", LocalDateTime.class))
                .isEqualTo(LocalDateTime.of(2026, 1, 31, 13, 30));
        assertThat(value("\"JULY\"", Month.class)).isEqualTo(Month.JULY);
        assertThat(value("\"GMT\"", TimeZone.class)).isEqualTo(TimeZone.getTimeZone("GMT"));
        assertThat(value("\"2026-01-31T13:30:00Z\"", Date.class))
                .isEqualTo(Date.from(Instant.parse("2026-01-31T13:30:00Z")));
        assertThat(codec.read(JSON, "\"\"".getBytes(UTF_8), LocalDate.class))
                .isEqualTo(new DecodeResult.Value<Object>(null));
    }

    @Test
    void a_format_that_says_otherwise_is_followed() {
        assertThat(value("{\"days\":7,\"withHour\":\"2026-01-31T13\"}", Otherwise.class))
                .isEqualTo(new Otherwise(LocalDate.of(1970, 1, 8), LocalDate.of(2026, 1, 31)));
    }

    @Test
    void a_key_that_is_no_constant_is_named_although_the_reader_loses_its_place() {
        record Holder(Map<DayOfWeek, Integer> map) {}
        assertThat(codec.read(JSON, "{\"map\":{\"1\":1,\"MONDAY\":2}}".getBytes(UTF_8), Holder.class))
                .isInstanceOf(DecodeResult.Mismatch.class);
    }

    private Object value(String json, Class<?> type) {
        DecodeResult<Object> read = codec.read(JSON, json.getBytes(UTF_8), type);
        assertThat(read).as(json).isInstanceOf(DecodeResult.Value.class);
        return ((DecodeResult.Value<Object>) read).value();
    }

    private List<String> misfits(String json) {
        DecodeResult<Object> read = codec.read(JSON, json.getBytes(UTF_8), Times.class);
        assertThat(read).as(json).isInstanceOf(DecodeResult.Mismatch.class);
        return ((DecodeResult.Mismatch<Object>) read)
                .fields().stream()
                        .map(bad -> bad.pointer() + " " + bad.detail())
                        .toList();
    }
}
