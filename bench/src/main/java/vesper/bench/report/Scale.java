package vesper.bench.report;

import java.util.ArrayList;
import java.util.List;

/** An axis from 0 to a round number at or above the largest value, with about four marks. */
record Scale(double end, double step) {
    private static final int MARKS = 4;

    static Scale upTo(double largest) {
        if (!(largest > 0) || !Double.isFinite(largest)) return new Scale(1, 0.25);
        double rough = largest / MARKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = 10 * power;
        for (double digit : new double[] {1, 2, 2.5, 5}) {
            if (rough <= digit * power * 1.0000001) {
                step = digit * power;
                break;
            }
        }
        return new Scale(Math.ceil(largest / step - 1e-9) * step, step);
    }

    List<Double> marks() {
        List<Double> marks = new ArrayList<>();
        for (int n = 0; n * step <= end * 1.0000001; n++) marks.add(n * step);
        return marks;
    }
}
