package vesper.records.watching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.records.rows.Columns;
import vesper.records.rules.Alert;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AlertWatchTest {
    private static final long BEGIN = 1_700_000_000_000L;

    private final List<AlertNotice> notices = new ArrayList<>();
    private final SeenRow row = new SeenRow();
    private long now = BEGIN;

    @Test
    void more_matches_than_the_bound_are_said_once_and_once_that_it_is_over() {
        AlertWatch watch = new AlertWatch(new Alert(3L, null, null, 60, 10, null));
        for (int n = 0; n < 3; n++) take(watch, 200, 1);
        judge(watch);
        assertThat(notices).isEmpty();

        for (int n = 0; n < 50; n++) {
            take(watch, 200, 1);
            judge(watch);
        }
        assertThat(notices)
                .containsExactly(new AlertNotice(
                        "orders", AlertKind.MATCHES, AlertNotice.State.BEGUN, 4L, 3L, 60, "2023-11-14T22:13:20Z"));

        // The bound is not exceeded after one minute, and the alert ends after another one.
        for (int second = 0; second < 118; second++) later(watch, 1000);
        assertThat(notices).hasSize(1);
        for (int second = 0; second < 3; second++) later(watch, 1000);
        assertThat(notices).hasSize(2);
        assertThat(notices.getLast().state()).isEqualTo(AlertNotice.State.OVER);
        assertThat(notices.getLast().value()).isEqualTo(0L);

        for (int n = 0; n < 4; n++) take(watch, 200, 1);
        judge(watch);
        assertThat(notices).hasSize(3);
    }

    @Test
    void a_value_that_goes_up_and_down_around_its_bound_is_one_alert() {
        AlertWatch watch = new AlertWatch(new Alert(1L, null, null, 10, 10, null));
        for (int n = 0; n < 20; n++) {
            take(watch, 200, 1);
            take(watch, 200, 1);
            later(watch, 11_000 - 2000);
            later(watch, 2000);
        }
        assertThat(notices).hasSize(1);
    }

    @Test
    void a_share_of_errors_counts_from_enough_matches_on_and_only_statuses_from_500() {
        AlertWatch watch = new AlertWatch(new Alert(null, 0.25, null, 60, 8, null));
        for (int n = 0; n < 5; n++) take(watch, 500, 1);
        judge(watch);
        assertThat(notices).as("five matches are not enough").isEmpty();
        for (int n = 0; n < 15; n++) take(watch, 404, 1);
        judge(watch);
        assertThat(notices).as("5 of 20 are not above a quarter").isEmpty();
        take(watch, 503, 1);
        judge(watch);
        assertThat(notices).singleElement().satisfies(notice -> {
            assertThat(notice.kind()).isEqualTo(AlertKind.ERROR_SHARE);
            assertThat(notice.value().doubleValue()).isEqualTo(6 / 21.0);
        });
    }

    @Test
    void a_percentile_is_above_its_bound_when_more_than_one_of_a_hundred_is() {
        AlertWatch watch = new AlertWatch(new Alert(null, null, 200L, 60, 10, null));
        for (int n = 0; n < 198; n++) take(watch, 200, 5000);
        take(watch, 200, 900_000);
        take(watch, 200, 900_000);
        judge(watch);
        assertThat(notices).as("2 of 200 are one of a hundred").isEmpty();
        take(watch, 200, 900_000);
        judge(watch);
        assertThat(notices).singleElement().satisfies(notice -> {
            assertThat(notice.kind()).isEqualTo(AlertKind.P99_MILLIS);
            assertThat(notice.value().doubleValue()).isBetween(900.0, 1012.5);
            assertThat(notice.bound()).isEqualTo(200L);
        });
    }

    @Test
    void what_ended_before_the_window_does_not_count_and_a_clock_that_went_back_does_no_harm() {
        AlertWatch watch = new AlertWatch(new Alert(0L, null, null, 1, 1, null));
        row(BEGIN - 5000, 200, 1);
        watch.take(row, now);
        judge(watch);
        assertThat(notices).isEmpty();
        row(BEGIN + 3_600_000, 200, 1);
        watch.take(row, now);
        judge(watch);
        assertThat(notices).hasSize(1);
        now -= 7_200_000;
        judge(watch);
        take(watch, 200, 1);
        judge(watch);
        assertThat(notices).hasSize(1);
    }

    private void take(AlertWatch watch, long status, long micros) {
        row(now - micros / 1000, status, micros);
        watch.take(row, now);
    }

    private void row(long startedAtMillis, long status, long micros) {
        row.number(Columns.TIME, startedAtMillis);
        row.number(Columns.DURATION_MICROS, micros);
        row.number(Columns.STATUS, status);
    }

    private void later(AlertWatch watch, long millis) {
        now += millis;
        judge(watch);
    }

    private void judge(AlertWatch watch) {
        watch.judge("orders", now, notices::add);
    }
}
