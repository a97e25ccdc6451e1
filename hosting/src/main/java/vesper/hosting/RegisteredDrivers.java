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
 * Sets the JDBC drivers of one class loader in {@link DriverManager}. The manager lets a caller see or remove a driver
 * only if the caller's loader resolves the same class by that name. So {@link PackageDrivers} defines a copy of this
 * class in the loader of a package. The class may use nothing but the JDK.
 */
final class RegisteredDrivers implements Consumer<List<Driver>> {
    /** Registers one driver of each wanted class, and deregisters all other drivers of this loader. */
    @Override
    public void accept(List<Driver> drivers) {
        List<Class<?>> registered = new ArrayList<>();
        try {
            for (Driver driver : Collections.list(DriverManager.getDrivers())) {
                Class<?> type = driver.getClass();
                if (!Objects.equals(type.getClassLoader(), getClass().getClassLoader())) continue;
                if (isAmong(type, drivers)) registered.add(type);
                else DriverManager.deregisterDriver(driver);
            }
            for (Driver driver : drivers) {
                if (!registered.contains(driver.getClass())) DriverManager.registerDriver(driver);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("cannot access a driver of this loader", e);
        }
    }

    private static boolean isAmong(Class<?> type, List<Driver> drivers) {
        for (Driver driver : drivers) if (driver.getClass() == type) return true;
        return false;
    }
}
