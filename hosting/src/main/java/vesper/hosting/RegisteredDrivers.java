package vesper.hosting;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Changes which JDBC drivers of one class loader {@link DriverManager} knows. It lets nobody see or take away a driver
 * whose own loader has not the same class under that name; so {@link PackageDrivers} defines this class anew in the
 * loader of a package, and it uses nothing of the platform that is not the JDK's.
 */
final class RegisteredDrivers implements Consumer<List<Driver>> {
    /** From now on those of its loader are one of each class that is wanted, and no other. */
    @Override
    public void accept(List<Driver> wanted) {
        List<Class<?>> there = new ArrayList<>();
        try {
            for (Driver driver : Collections.list(DriverManager.getDrivers())) {
                Class<?> type = driver.getClass();
                if (!Objects.equals(type.getClassLoader(), getClass().getClassLoader())) continue;
                if (isWanted(type, wanted)) there.add(type);
                else DriverManager.deregisterDriver(driver);
            }
            for (Driver driver : wanted) {
                if (!there.contains(driver.getClass())) DriverManager.registerDriver(driver);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("no driver of this loader can be hidden from it", e);
        }
    }

    private static boolean isWanted(Class<?> type, List<Driver> wanted) {
        for (Driver driver : wanted) if (driver.getClass() == type) return true;
        return false;
    }
}
